"""Which options a net is trained on. The file of weights names them; Rust keeps to it."""

# What only scales the points of a deal, or matters between deals: a net is always shown the default.
IGNORED = frozenset(
    "base deals rounds start_points first_dealer next_dealer multi_win_dealer dealer_on_draw "
    "bust_ends_match below_score below_add double_times double_below fewer_players".split()
)


def named(layout):
    """The parts of an observation that show options, by option."""
    parts = [part for part in layout["globals"] if part["name"].startswith("option_")]
    return {part["name"].removeprefix("option_"): part for part in parts}


def varied(layout):
    """Switches and choices among a few values. Numbers from a wide range (a fan minimum of 16, a cap
    of 1) make another game of most deals; under such a one `expert` plays instead."""
    few = lambda part: part["count"] > 1 or part["about"].endswith(": on")
    parts = named(layout)
    return [name for name in parts if few(parts[name]) and name not in IGNORED]


def ignored(layout):
    return [name for name in named(layout) if name in IGNORED]
