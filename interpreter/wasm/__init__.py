"""Whole games in WebAssembly: the program of a pack printed as a module, and the games, playouts and batches it runs."""
