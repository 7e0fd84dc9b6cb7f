"""The table in the browser: games kept in one file, a view for each seat, a page that draws it.

The server knows whole games and sends views, never state. `hall.py` keeps the games, `room.py` is one of them at work,
`sight.py` says what a seat is sent, `scene.py` how the table of a pack is laid out, `app.py` puts it on the network. What a
browser shows is in `page/`: plain modules, no build step. Starlette, uvicorn and websockets (the extra `web`) are needed
by `app.py`, `sockets.py` and `guard.py` only.
"""
