"""A table that draws itself: as text, and in notebooks as a picture (SVG)."""

from html import escape

_WINDS = ("me", "next", "opposite", "before")
_SUITS = {"m": "万", "p": "筒", "s": "条"}
_HONOURS = "东南西北白发中"
_FLOWERS = "春夏秋冬梅兰竹菊"


def tiles(text):
    """Tiles of a notation, one by one: `"123m5z"` gives `["1m", "2m", "3m", "5z"]`."""
    found, ranks = [], ""
    for character in text:
        if character.isdigit():
            ranks += character
        else:
            found += [rank + character for rank in ranks]
            ranks = ""
    return found


def _face(tile):
    rank, suit = int(tile[0]), tile[1]
    if suit in _SUITS:
        return str(rank), _SUITS[suit]
    return (_HONOURS if suit == "z" else _FLOWERS)[rank - 1], ""


def _meld_tiles(meld):
    shown = meld.get("tiles") or meld.get("tile")
    if shown is None:
        return ["?"] * 4
    if isinstance(shown, str):
        shown = tiles(shown)
    return list(shown)


class Table:
    """A seat's view, for people.

    `print(table)` draws it as text; a notebook shows it as a picture; `svg()` gives that.
    """

    def __init__(self, view):
        self.view = view

    def _order(self):
        players, seat = self.view["players"], self.view["seat"] or 0
        return [(seat + i) % len(players) for i in range(len(players))]

    def _hand(self, player):
        hand = player["hand"]
        if hand is None:
            return ["?"] * player["closed"]
        return tiles(hand) if isinstance(hand, str) else list(hand)

    def __str__(self):
        view = self.view
        stage = view["stage"]["name"] if view["stage"] else "over"
        lines = [f"{view['rules']}, {stage}, {view['wall']} tiles left"]
        for place, seat in enumerate(self._order()):
            player = view["players"][seat]
            dealer = ", deals" if seat == view["dealer"] else ""
            lines.append(f"seat {seat} ({_WINDS[place]}{dealer}) {player['points']:+d}")
            hand = self._hand(player)
            shown = " ".join(hand) if player["hand"] is not None else f"{len(hand)} closed tiles"
            lines.append(f"  hand  {shown}")
            if player["melds"]:
                melds = "  ".join(" ".join(_meld_tiles(meld)) for meld in player["melds"])
                lines.append(f"  melds {melds}")
            if player["river"]:
                lines.append("  river " + " ".join(thrown["tile"] for thrown in player["river"]))
        if view["prompt"]:
            lines.append("may: " + ", ".join(view["prompt"]["choices"][:30]))
        return "\n".join(lines)

    def svg(self):
        """The table as a picture."""
        width, y, parts = 980, 34, []
        head = str(self).split("\n", 1)[0]
        parts.append(f'<text x="16" y="22" font-size="15" fill="#f4f1e6">{escape(head)}</text>')
        for place, seat in enumerate(self._order()):
            player = self.view["players"][seat]
            name = f"seat {seat} ({_WINDS[place]}) {player['points']:+d}"
            parts.append(f'<text x="16" y="{y + 18}" font-size="13" fill="#cfe3d6">{escape(name)}</text>')
            x = 16
            for tile in self._hand(player):
                parts.append(_svg_tile(tile, x, y + 26, 30))
                x += 32
            for meld in player["melds"]:
                x += 14
                for tile in _meld_tiles(meld):
                    parts.append(_svg_tile(tile, x, y + 26, 30))
                    x += 32
            for i, thrown in enumerate(player["river"]):
                parts.append(_svg_tile(thrown["tile"], 16 + i % 40 * 24, y + 76 + i // 40 * 34, 22))
            y += 116 + max(0, len(player["river"]) - 1) // 40 * 34
        height = y + 12
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" font-family="sans-serif" role="img" aria-label="{escape(head)}">'
            f'<rect width="{width}" height="{height}" rx="10" fill="#1f5b43"/>{"".join(parts)}</svg>'
        )

    _repr_svg_ = svg


def _svg_tile(tile, x, y, width):
    height = round(width * 4 / 3)
    back = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" '
    if tile == "?":
        return back + 'fill="#2f7a5c" stroke="#12382a"/>'
    rank, suit = _face(tile)
    middle, size = x + width / 2, round(width * 0.52)
    text = f'<text text-anchor="middle" x="{middle}" fill="{"#a02020" if tile[1] in "mf" else "#1d2a44"}" '
    lines = [(rank, y + height * (0.48 if suit else 0.66))] + ([(suit, y + height * 0.9)] if suit else [])
    words = "".join(f'{text}y="{at:.0f}" font-size="{size}">{word}</text>' for word, at in lines)
    return f'{back}fill="#fbf8ee" stroke="#8c8874"/>{words}'
