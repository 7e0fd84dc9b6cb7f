"""The Square: cards by (column, row) on an endless grid, of which any 3 by 3 box may be used (checklist, 3, 5 and 6)."""

RING = ((2, 1), (3, 1), (3, 2), (2, 3), (1, 3), (1, 2))
"""Where cards are laid out: A first, then clockwise; one diagonal stays empty (FK-S07, FK-S08)."""
SIDE = 3


def beside(cell):
    x, y = cell
    return (x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)


def legal_cells(square):
    """Empty cells that touch a card edge to edge and keep all cards within 3 by 3 (FK-P01 to FK-P04)."""
    columns, rows = [x for x, _ in square], [y for _, y in square]
    edge = {cell for card in square for cell in beside(card)} - set(square)
    return {
        (x, y) for x, y in edge if max(x, *columns) - min(x, *columns) < SIDE and max(y, *rows) - min(y, *rows) < SIDE
    }


def neighbour_banners(square, cell):
    return {square[other].banner for other in beside(cell) if other in square}


def connected(square, cell):
    """The cells of one banner that can be walked to from a cell (FK-K02, FK-K03)."""
    banner, reached, ahead = square[cell].banner, {cell}, [cell]
    while ahead:
        for other in beside(ahead.pop()):
            if other in square and other not in reached and square[other].banner == banner:
                reached.add(other)
                ahead.append(other)
    return reached


def of_banner(square, banner):
    """All cells with that banner, connected or not (FK-K05)."""
    return {cell for cell, card in square.items() if card.banner == banner}


def offset(square, other):
    """How far `other` lies from `square`, or None when it is not the same picture (FK-P06)."""
    if len(square) != len(other):
        return None
    if not square:
        return 0, 0
    (x, y), (u, v) = min(square), min(other)
    shift = u - x, v - y
    return shift if moved(square, shift) == other else None


def moved(square, shift):
    return {(x + shift[0], y + shift[1]): card for (x, y), card in square.items()}
