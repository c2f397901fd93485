#!/usr/bin/env python3
"""Draw the Sifang mahjong tile set and write tiles.svg, one sprite.

    pip install fonttools
    npm pack @fontsource/lxgw-wenkai && tar xzf fontsource-lxgw-wenkai-*.tgz
    python3 make_tiles.py --font package/files/lxgw-wenkai-latin-700-normal.woff

--font takes a .woff/.ttf/.otf file, or a folder of font slices (every file in it is searched).
Everything but the Chinese characters is drawn here by hand. Tile space is 300 x 400, origin top left.
"""
import argparse
import glob
import gzip
import math
import os
import sys

from fontTools.pens.basePen import BasePen
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

# ---------------------------------------------------------------- colours
COLOURS = {
    "face": "#fbf5e6", "edge": "#c8b68a", "foot": "#1d5f4c",
    "back": "#1f7059", "back-edge": "#134a3b", "back-line": "#6fb59c", "back-foot": "#cfc19c",
    "red": "#b9261c", "green": "#0b6b47", "blue": "#1d4586", "ink": "#1c2b4a",
    "gold": "#b36a08", "index": "#4b4336",
}
PLAIN = False


def col(name):
    if PLAIN:
        return COLOURS[name]
    return "var(--tile-%s,%s)" % (name, COLOURS[name])


# ---------------------------------------------------------------- numbers and path pieces
def n(v):
    s = ("%.1f" % v).rstrip("0").rstrip(".")
    if s in ("-0", ""):
        return "0"
    if s.startswith("0."):
        return s[1:]
    if s.startswith("-0."):
        return "-" + s[2:]
    return s


def nums(*vs):
    out = ""
    for v in vs:
        s = n(v)
        if out and not s.startswith("-"):
            out += " "
        out += s
    return out


class Path:
    """Collects absolute segments on a 0.1 grid, writes them relative."""

    def __init__(self):
        self.out = []
        self.x = self.y = 0.0

    def _r(self, *pts):
        res = []
        for px, py in pts:
            px, py = round(px, 1), round(py, 1)
            res += [px - self.x, py - self.y]
        self.x, self.y = round(pts[-1][0], 1), round(pts[-1][1], 1)
        return res

    def M(self, x, y):
        self.x, self.y = round(x, 1), round(y, 1)
        self.out.append("M" + nums(self.x, self.y))
        self.sx, self.sy = self.x, self.y
        return self

    def L(self, x, y):
        dx, dy = self._r((x, y))
        if abs(dx) < .05 and abs(dy) < .05:
            return self
        if abs(dy) < .05:
            self.out.append("h" + n(dx))
        elif abs(dx) < .05:
            self.out.append("v" + n(dy))
        else:
            self.out.append("l" + nums(dx, dy))
        return self

    def C(self, *p):
        self.out.append("c" + nums(*self._r((p[0], p[1]), (p[2], p[3]), (p[4], p[5]))))
        return self

    def Q(self, *p):
        self.out.append("q" + nums(*self._r((p[0], p[1]), (p[2], p[3]))))
        return self

    def A(self, r, large, sweep, x, y):
        dx, dy = self._r((x, y))
        self.out.append("a" + nums(r, r) + " 0 %d %d " % (large, sweep) + nums(dx, dy))
        return self

    def Z(self):
        self.out.append("z")
        self.x, self.y = self.sx, self.sy
        return self

    def __str__(self):
        return "".join(self.out)


class GlyphPen(BasePen):
    def __init__(self, gs):
        super().__init__(gs)
        self.p = Path()

    def _moveTo(self, a): self.p.M(*a)
    def _lineTo(self, a): self.p.L(*a)
    def _curveToOne(self, a, b, c): self.p.C(*a, *b, *c)
    def _qCurveToOne(self, a, b): self.p.Q(*a, *b)
    def _closePath(self): self.p.Z()
    def _endPath(self): self.p.Z()


def circ(cx, cy, r, cw=True):
    s = 1 if cw else 0
    return "M%sa%s 0 1 %d %sa%s 0 1 %d %sz" % (
        nums(cx - r, cy), nums(r, r), s, nums(2 * r, 0), nums(r, r), s, nums(-2 * r, 0))


def ring(cx, cy, r1, r0):
    return circ(cx, cy, r1) + circ(cx, cy, r0, False)


def rrect(x, y, w, h, r, cw=True):
    p = Path()
    if cw:
        p.M(x + r, y).L(x + w - r, y).A(r, 0, 1, x + w, y + r).L(x + w, y + h - r).A(r, 0, 1, x + w - r, y + h)
        p.L(x + r, y + h).A(r, 0, 1, x, y + h - r).L(x, y + r).A(r, 0, 1, x + r, y).Z()
    else:
        p.M(x + r, y).A(r, 0, 0, x, y + r).L(x, y + h - r).A(r, 0, 0, x + r, y + h).L(x + w - r, y + h)
        p.A(r, 0, 0, x + w, y + h - r).L(x + w, y + r).A(r, 0, 0, x + w - r, y).Z()
    return str(p)


class Loc:
    """A local frame: origin, rotation in degrees (clockwise on screen), mirror."""

    def __init__(self, cx, cy, deg=0, mx=1):
        self.cx, self.cy, self.mx = cx, cy, mx
        a = math.radians(deg)
        self.c, self.s = math.cos(a), math.sin(a)

    def __call__(self, x, y):
        x *= self.mx
        return (self.cx + x * self.c - y * self.s, self.cy + x * self.s + y * self.c)


def poly(loc, segs):
    """segs: list of ('M',x,y) ('L',x,y) ('C',6) ('Q',4) ('Z') in local units."""
    p = Path()
    for s in segs:
        k, a = s[0], s[1:]
        pts = []
        for i in range(0, len(a), 2):
            pts += loc(a[i], a[i + 1])
        getattr(p, k)(*pts)
    return str(p)


def leaf(x0, y0, x1, y1, w, bend=0.0, at=.45):
    """A pointed leaf from (x0,y0) to (x1,y1), full width w, sideways bend as a share of its length."""
    dx, dy = x1 - x0, y1 - y0
    ln = math.hypot(dx, dy)
    deg = math.degrees(math.atan2(dy, dx))
    loc = Loc(x0, y0, deg)
    b = bend * ln
    h = w * .66
    return poly(loc, [("M", 0, 0), ("C", ln * at * .5, b - h, ln * (at + .25), b - h, ln, 0),
                      ("C", ln * (at + .25), b + h, ln * at * .5, b + h, 0, 0), ("Z",)])


def plume(x0, y0, cx, cy, x1, y1, w):
    """A tail feather along a quadratic curve: pointed at the root, round (diameter w) at the tip, whose centre is (x1, y1)."""
    ax, ay = cy - y0, -(cx - x0)
    la = math.hypot(ax, ay)
    ax, ay = ax / la * w * .36, ay / la * w * .36
    bx, by = y1 - cy, -(x1 - cx)
    lb = math.hypot(bx, by)
    bx, by = bx / lb * w / 2, by / lb * w / 2
    p = Path().M(x0, y0).Q(cx + ax, cy + ay, x1 + bx, y1 + by)
    return str(p.A(w / 2, 0, 1, x1 - bx, y1 - by).Q(cx - ax, cy - ay, x0, y0).Z())


def blade(x0, y0, cx, cy, x1, y1, w):
    """A tapering blade of grass along a quadratic curve, w wide at the root, pointed at the tip."""
    dx, dy = cx - x0, cy - y0
    ln = math.hypot(dx, dy)
    nx, ny = -dy / ln * w / 2, dx / ln * w / 2
    p = Path().M(x0 + nx, y0 + ny).Q(cx + nx * 1.1, cy + ny * 1.1, x1, y1)
    return str(p.Q(cx - nx * 1.1, cy - ny * 1.1, x0 - nx, y0 - ny).Z())


# ---------------------------------------------------------------- elements
def path(fill, d, rule=None):
    return '<path fill="%s"%s d="%s"/>' % (col(fill), ' fill-rule="evenodd"' if rule else "", d)


def line(colour, w, d, cap="round"):
    return '<path fill="none" stroke="%s" stroke-width="%s" stroke-linecap="%s" stroke-linejoin="round" d="%s"/>' % (
        col(colour), n(w), cap, d)


class Fonts:
    def __init__(self, where):
        files = [where]
        if os.path.isdir(where):
            files = sorted(f for e in ("woff", "ttf", "otf") for f in glob.glob(os.path.join(where, "*." + e)))
        self.fonts = [(f, f.getBestCmap(), f.getGlyphSet(), f["head"].unitsPerEm) for f in map(TTFont, files)]

    def draw(self, ch, cx, cy, em, bold, colour, wide=222, tall=300):
        """The character with the middle of its ink at (cx, cy); `bold` tile units of stroke are added around it."""
        for _, cmap, gs, upem in self.fonts:
            if ord(ch) not in cmap:
                continue
            g = gs[cmap[ord(ch)]]
            bp = BoundsPen(gs)
            g.draw(bp)
            x0, y0, x1, y1 = bp.bounds
            s = min(em / upem, wide / (x1 - x0), tall / (y1 - y0))
            pen = GlyphPen(gs)
            g.draw(TransformPen(pen, (s, 0, 0, -s, cx - s * (x0 + x1) / 2, cy + s * (y0 + y1) / 2)))
            return '<path fill="%s" stroke="%s" stroke-width="%s" stroke-linejoin="round" d="%s"/>' % (
                col(colour), col(colour), n(bold), pen.p)
        sys.exit("no font given has the character %s" % ch)


# ---------------------------------------------------------------- tile bodies
def rect(fill, x, y, w, h, r):
    pos = "".join(' %s="%s"' % (k, n(v)) for k, v in (("x", x), ("y", y)) if v)
    return '<rect fill="%s"%s width="%s" height="%s" rx="%s"/>' % (col(fill), pos, n(w), n(h), n(r))


def front():
    return rect("foot", 0, 8, 300, 392, 34) + rect("edge", 0, 0, 300, 393, 34) + rect("face", 7, 6, 286, 376, 28)


def back():
    s = rect("back-foot", 0, 8, 300, 392, 34) + rect("back-edge", 0, 0, 300, 393, 34) + rect("back", 7, 6, 286, 376, 28)
    cx, cy = 150, 194
    dia = lambda x, y, q: "M%sl%sl%sl%sz" % (nums(x, y - q), nums(q, q), nums(-q, q), nums(-q, -q))
    d = rrect(28, 27, 244, 334, 18) + rrect(37, 36, 226, 316, 11, False)
    # four squares around a fifth: si fang, the four sides
    for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        d += dia(cx + 58 * dx, cy + 58 * dy, 40)
    return s + path("back-line", d + dia(cx, cy, 14))


# ---------------------------------------------------------------- dots
def dot(kind, cx, cy, r):
    """One dot. The inner cut differs by colour, so that the colours differ without colour."""
    d = circ(cx, cy, r)
    if kind == "blue":            # ring and core
        return d + circ(cx, cy, r * .66, False) + circ(cx, cy, r * .42)
    if kind == "green":           # six seeds
        for i in range(6):
            a = math.radians(60 * i + 30)
            d += circ(cx + r * .52 * math.cos(a), cy + r * .52 * math.sin(a), r * .17, False)
        return d
    a = r * .58                   # red: a four-petal flower, cut out
    b = r * .3
    p = poly(Loc(cx, cy), [("M", 0, 0), ("C", -b, -b, -b, -a, 0, -a), ("C", b, -a, b, -b, 0, 0),
                           ("C", b, -b, a, -b, a, 0), ("C", a, b, b, b, 0, 0),
                           ("C", b, b, b, a, 0, a), ("C", -b, a, -b, b, 0, 0),
                           ("C", -b, b, -a, b, -a, 0), ("C", -a, -b, -b, -b, 0, 0), ("Z",)])
    return d + p


def dots(spec):
    by = {}
    for kind, cx, cy, r in spec:
        by.setdefault(kind, []).append(dot(kind, cx, cy, r))
    return "".join(path(k, "".join(v), 1) for k, v in by.items())


def one_dot():
    cx, cy = 150, 194
    g = ring(cx, cy, 122, 104)
    k = 10
    for i in range(k):            # ten petals between the rings
        loc = Loc(cx, cy, 360 / k * i)
        g += leaf(*loc(0, -52), *loc(0, -101), 41, 0, .5)
    s = path("green", g)
    r = circ(cx, cy, 47)
    for i in range(5):            # a plum blossom cut out of the heart
        loc = Loc(cx, cy, 72 * i)
        r += circ(*loc(0, -21), 12.5, False)
    return s + path("red", r)


# The arrangements leave the top right corner free for the index (all but 8s, and a touch of 9p).
DOTS = {
    2: [("green", 150, 108, 72), ("blue", 150, 280, 72)],
    3: [("blue", 77, 82, 54), ("red", 150, 194, 54), ("green", 223, 306, 54)],
    4: [("blue", 87, 108, 54), ("green", 213, 108, 54), ("green", 87, 280, 54), ("blue", 213, 280, 54)],
    5: [("blue", 85, 99, 49), ("green", 215, 99, 49), ("red", 150, 194, 49), ("green", 85, 289, 49), ("blue", 215, 289, 49)],
    6: [("green", 95, 70, 46), ("green", 205, 70, 46)] + [("red", x, y, 46) for y in (211, 318) for x in (95, 205)],
    7: [("green", 63, 64, 41), ("green", 150, 99, 41), ("green", 237, 134, 41)]
       + [("red", x, y, 42) for y in (228, 325) for x in (100, 200)],
    8: [("blue", x, 57.5 + 91 * i, 40) for i in range(4) for x in (99, 201)],
    9: [(k, x, y, 38) for k, y in (("green", 101), ("red", 194), ("blue", 287)) for x in (63, 150, 237)],
}


# ---------------------------------------------------------------- bamboo
def stick(cx, cy, ln, w, deg=0):
    """A bamboo stick: two joints, a node at each end and between them, a slit of light in each joint."""
    a, h = w / 2, ln / 2
    k = a * .76                                # half width of the joints
    e = min(a * .8, h * .2)                    # half height of a node
    loc = Loc(cx, cy, deg)
    side = [(a * .8, -h, a, -h + e * .3, a, -h + e * .62), (a, -h + e * 1.1, k, -h + e * 1.0, k, -h + e * 1.7),
            (k, -e * .95), (k, -e * .5, a, -e * .55, a, 0), (a, e * .55, k, e * .5, k, e * .95),
            (k, h - e * 1.7), (k, h - e * 1.0, a, h - e * 1.1, a, h - e * .62), (a, h - e * .3, a * .8, h, 0, h)]
    segs = [("M", 0, -h)] + [("C" if len(v) == 6 else "L", *v) for v in side]
    for v in side:                             # the other side: the same, turned half round
        segs.append(("C" if len(v) == 6 else "L", *[-c for c in v]))
    d = poly(loc, segs + [("Z",)])
    t, m = a * .14, h / 2
    for s in (-1, 1):                          # slits, wound the other way
        y0, y1 = s * m - h * .2, s * m + h * .2
        d += poly(loc, [("M", -t, y0), ("L", -t, y1), ("Q", 0, y1 + t * 2, t, y1), ("L", t, y0), ("Q", 0, y0 - t * 2, -t, y0), ("Z",)])
    return d


def sticks(spec):
    by = {}
    for kind, *a in spec:
        by.setdefault(kind, []).append(stick(*a))
    return "".join(path(k, "".join(v)) for k, v in by.items())


G, R, B = "green", "red", "blue"
X3 = (77, 150, 223)
STICKS = {
    2: [(G, 150, 104, 160, 60), (B, 150, 284, 160, 60)],
    3: [(B, 150, 104, 160, 60), (G, 88, 284, 160, 60), (G, 212, 284, 160, 60)],
    4: [(B, 88, 104, 160, 60), (G, 212, 104, 160, 60), (G, 88, 284, 160, 60), (B, 212, 284, 160, 60)],
    5: [(G, 77, 104, 160, 54), (B, 223, 104, 160, 54), (B, 77, 284, 160, 54), (G, 223, 284, 160, 54), (R, 150, 194, 180, 56)],
    6: [(c, x, y, 160, 54) for c, y in ((G, 104), (B, 284)) for x in X3],
    7: [(R, 150, 73, 100, 50)] + [(c, x, y, 100, 50) for y in (194, 315) for c, x in zip((B, G, B), X3)],
    8: [(G, x, y, 160, 38) for y in (104, 284) for x in (50, 250)]
       + [(B, 109, 104, 156, 38, 18), (B, 191, 104, 156, 38, -18), (B, 109, 284, 156, 38, -18), (B, 191, 284, 156, 38, 18)],
    9: [(c, x, y, 100, 50) for y in (73, 194, 315) for c, x in zip((G, R, G), X3)],
}


def cut(fill, d, w=8):
    """A filled shape with a face-coloured outline, so that it stands clear of what lies behind it."""
    return '<path fill="%s" stroke="%s" stroke-width="%s" stroke-linejoin="round" paint-order="stroke" d="%s"/>' % (
        col(fill), col("face"), n(2 * w), d)


def bird():
    """1s: a peafowl on a bamboo perch, its train falling to the lower right."""
    s = sticks([("green", 112, 350, 176, 38, 90)])
    eyes = ((256, 164), (264, 246), (226, 324))
    for (x, y), (cx, cy) in zip(eyes, ((180, 142), (206, 190), (186, 230))):
        s += cut("green", plume(112, 176, cx, cy, x, y, 52), 5)
    body = (Path().M(96, 52).C(118, 52, 126, 70, 122, 92).C(116, 124, 122, 144, 144, 162).C(178, 190, 184, 280, 116, 284)
            .C(60, 286, 40, 240, 48, 198).C(56, 162, 82, 132, 78, 102).C(70, 88, 70, 52, 96, 52).Z())
    s += cut("blue", str(body), 6)
    s += path("face", "".join(circ(x, y, 16) for x, y in eyes)) + path("red", "".join(circ(x, y, 10) for x, y in eyes))
    s += cut("green", str(Path().M(78, 196).C(112, 182, 160, 196, 204, 252).C(150, 268, 88, 258, 78, 196).Z()), 5)
    s += path("red", "M76 64L32 84L78 96z") + path("face", circ(98, 76, 7.5))
    s += line("red", 8, "M86 48L72 26M98 46V20M110 48L126 28") + path("red", circ(70, 24, 9) + circ(98, 17, 9) + circ(128, 26, 9))
    s += line("gold", 10, "M98 284L94 330M130 284L128 330")
    return '<g transform="translate(7 16) scale(.94)">' + s + "</g>"


# ---------------------------------------------------------------- honours
def white_dragon():
    d = rrect(54, 58, 192, 272, 20) + rrect(73, 77, 154, 234, 9, False)
    d += rrect(87, 91, 126, 206, 6) + rrect(95, 99, 110, 190, 3, False)
    return path("blue", d)


# ---------------------------------------------------------------- seasons and flowers
def art_spring():                 # a sprout
    s = line("green", 15, "M150 346V250")
    s += path("green", leaf(148, 262, 252, 168, 84, -.14) + leaf(152, 288, 50, 208, 74, .14))
    return s + line("gold", 14, "M82 352h136")


def art_summer():                 # a lotus over its leaf
    s = ""
    for x, y, w in ((38, 236, 58), (262, 236, 58), (88, 184, 64), (212, 184, 64), (150, 160, 70)):
        s += cut("red", leaf(150, 326, x, y, w, 0, .6), 4)
    return s + path("green", "M44 326C92 348 208 348 256 326C246 376 54 376 44 326z")


def art_autumn():                 # a ginkgo leaf
    p = (Path().M(150, 322).C(120, 312, 66, 284, 40, 246).C(44, 206, 66, 178, 106, 170).C(124, 166, 140, 178, 150, 214)
         .C(160, 178, 176, 166, 194, 170).C(234, 178, 256, 206, 260, 246).C(234, 284, 180, 312, 150, 322).Z())
    s = path("gold", str(p)) + line("gold", 13, "M150 310C150 336 158 350 178 358")
    return s + line("face", 6, "M112 226L138 284M188 226L162 284M78 244L122 290M222 244L178 290")


def art_winter():                 # a snowflake
    d = ""
    for i in range(6):
        loc = Loc(150, 262, 60 * i)
        f = lambda *v: "".join(c + nums(*loc(x, y)) for c, x, y in v)
        d += f(("M", 0, 0), ("L", 0, -98), ("M", -26, -84), ("L", 0, -56), ("L", 26, -84))
    return line("blue", 13, d)


def art_plum():                   # plum blossom on a branch
    s = line("index", 14, "M44 354C92 338 118 310 150 262C176 226 214 214 256 196") + line("index", 11, "M96 328C92 306 76 292 62 284")
    s += cut("red", circ(60, 270, 19), 5)
    d = ""
    for i in range(5):
        x, y = Loc(164, 268, 72 * i)(0, -46)
        d += circ(x, y, 37)
    s += cut("red", d + circ(164, 268, 30), 5)
    f = circ(164, 268, 15)
    for i in range(5):
        x, y = Loc(164, 268, 72 * i)(0, -32)
        f += circ(x, y, 6)
    return s + path("face", f)


def art_orchid():                 # orchid: arching blades and one bloom
    s = path("green", blade(140, 354, 116, 240, 34, 206, 19) + blade(146, 354, 98, 288, 30, 304, 17) + blade(158, 354, 190, 230, 270, 250, 19)
             + blade(152, 354, 214, 300, 264, 334, 17) + blade(150, 354, 128, 270, 100, 168, 19))
    s += line("green", 9, "M150 358C156 300 168 260 178 226")
    b = ""
    for deg, ln, w in ((0, 62, 34), (-72, 56, 32), (72, 56, 32)):
        x, y = Loc(178, 216, deg)(0, -ln)
        b += leaf(178, 216, x, y, w, 0, .5)
    s += cut("blue", b, 4)
    b = ""
    for deg in (-142, 142):
        x, y = Loc(178, 216, deg)(0, -46)
        b += leaf(178, 216, x, y, 30, 0, .5)
    return s + cut("blue", b, 4) + path("red", circ(178, 216, 12)) + line("gold", 14, "M108 358h84")


def art_bamboo():                 # one cane, leaves from its nodes
    s = path("green", rrect(84, 158, 38, 56, 9) + rrect(84, 222, 38, 68, 9) + rrect(84, 298, 38, 66, 9))
    for v in ((122, 218, 238, 166, 38, .04), (122, 218, 268, 226, 42, .02), (122, 294, 252, 286, 40, .03), (122, 294, 222, 352, 40, -.02)):
        s += cut("green", leaf(*v), 4)
    return s + cut("green", leaf(84, 218, 28, 268, 32, -.03), 4)


def art_mum():                    # chrysanthemum
    s = path("green", leaf(150, 352, 60, 330, 44, .1) + leaf(150, 352, 240, 330, 44, -.1)) + line("green", 12, "M150 330V366")
    for k, r0, r1, w, off in ((16, 30, 100, 27, 0), (10, 12, 62, 26, 18)):
        d = ""
        for i in range(k):
            loc = Loc(150, 252, 360 / k * i + off)
            d += leaf(*loc(0, -r0), *loc(0, -r1), w, 0, .7)
        s += cut("gold", d, 3)
    return s + path("red", circ(150, 252, 17))


BOLD = {"春": 5, "夏": 3.5, "秋": 5.5, "冬": 7, "梅": 4.5, "蘭": 2.5, "兰": 7, "竹": 7, "菊": 4.5}
FLOWERS = [("春", "red", art_spring), ("夏", "red", art_summer), ("秋", "red", art_autumn), ("冬", "red", art_winter),
           ("梅", "blue", art_plum), ("蘭", "blue", art_orchid), ("竹", "blue", art_bamboo), ("菊", "blue", art_mum)]

# ---------------------------------------------------------------- corner index: our own line digits, 30 x 52
STROKES = {
    "1": "M6 12L17 2V50", "2": "M3 14C3-1 28-1 28 14C28 24 10 34 2 50H29", "3": "M3 3H27L14 20C33 18 33 50 14 50C8 50 4 48 2 44",
    "4": "M21 50V2L2 36H30", "5": "M26 2H6L4 23C12 18 29 20 28 35C27 52 8 53 2 44", "6": "M23 2C8 10 2 24 2 36C2 54 29 54 29 36C29 20 6 20 3 33",
    "7": "M2 2H29L12 50", "8": "M15 23C2 23 2 2 15 2C28 2 28 23 15 23C-2 23-2 50 15 50C32 50 32 23 15 23z",
    "9": "M8 50C23 42 29 28 29 16C29-2 2-2 2 16C2 32 25 32 28 19",
    "E": "M27 2H4V50H27M4 26H24", "S": "M27 9C22-1 3 0 4 13C5 28 28 23 28 38C28 53 6 53 2 42", "W": "M-8 2L2 50L11 14L20 50L30 2",
    "N": "M1 50V2L28 50V2", "C": "M28 11C20-3 2 0 2 26C2 52 20 55 28 41", "F": "M4 50V2H28M4 27H24", "P": "M4 50V2H16C32 2 32 30 16 30H4",
}


def index(ch, colour="index", halo=True, size=.85):
    d = '<path %%sstroke-width="%%s" d="%s"/>' % STROKES[ch]
    s = '<g transform="translate(%s) scale(%s)" fill="none" stroke="%s" stroke-linecap="round" stroke-linejoin="round">' % (
        nums(281 - 30 * size, 18 + 2.5 * size), ("%.2f" % size).lstrip("0"), col(colour))
    if halo:                      # clears its own ground where it meets the picture
        s += d % ('stroke="%s" ' % col("face"), 26)
    return s + d % ("", 10.5) + "</g>"


# ---------------------------------------------------------------- all tiles; the ids are the project's tile notation
NUM = "一二三四五六七八九"
NUM_BOLD = {"一": 12, "二": 11, "三": 10, "四": 8, "五": 8, "六": 10, "七": 10, "八": 11, "九": 10}
HONOURS = [("1z", "東", "ink", 9, "E"), ("2z", "南", "ink", 8, "S"), ("3z", "西", "ink", 8, "W"), ("4z", "北", "ink", 10, "N"),
           ("5z", "", "blue", 0, "P"), ("6z", "發", "green", 7, "F"), ("7z", "中", "red", 12, "C")]


def tiles(font):
    faces, idx = {}, {}
    for i in range(1, 10):
        c = NUM[i - 1]
        faces["%dm" % i] = font.draw(c, 150, 96, 172, NUM_BOLD[c], "ink", tall=134) + font.draw("萬", 150, 274, 196, 4.5, "red")
        faces["%dp" % i] = one_dot() if i == 1 else dots(DOTS[i])
        faces["%ds" % i] = bird() if i == 1 else sticks(STICKS[i])
        for s in "mps":
            idx["%d%s" % (i, s)] = index(str(i))
    for k, ch, colour, bold, letter in HONOURS:
        faces[k] = font.draw(ch, 150, 196, 262, bold, colour, wide=234) if ch else white_dragon()
        idx[k] = index(letter)
    for i, (ch, colour, art) in enumerate(FLOWERS):
        k = "%df" % (i + 1)
        faces[k] = font.draw(ch, 88, 88, 132, BOLD[ch], colour) + index(str(i % 4 + 1), colour, False, 1.1) + art()
        idx[k] = index(str(i % 4 + 1), colour, False, 1.1)
    return faces, idx


SIMPLE = [("1z", "东", "ink", 9), ("6z", "发", "green", 8)]


def simplified(font):
    """The faces that look different in simplified characters (万 东 发 兰); all others are shared."""
    faces = {}
    for i in range(1, 10):
        c = NUM[i - 1]
        faces["%dm" % i] = font.draw(c, 150, 96, 172, NUM_BOLD[c], "ink", tall=134) + font.draw("万", 150, 274, 196, 9, "red")
    for k, ch, colour, bold in SIMPLE:
        faces[k] = font.draw(ch, 150, 196, 262, bold, colour, wide=234)
    faces["6f"] = font.draw("兰", 88, 88, 132, BOLD["兰"], "blue") + index("2", "blue", False, 1.1) + art_orchid()
    return faces


def sprite(font):
    faces, idx = tiles(font)
    out = ['<svg xmlns="http://www.w3.org/2000/svg">',
           "<!-- Sifang tiles, written by make_tiles.py; Chinese characters: outlines of LXGW WenKai Bold, SIL OFL 1.1 -->"]
    sym = '<symbol id="%s" viewBox="0 0 300 400">%s</symbol>'
    out.append(sym % ("t-front", front()))
    out.append(sym % ("t-back", back()))
    for k, v in faces.items():
        out.append(sym % ("t-" + k, front() + v))
    for k, v in simplified(font).items():
        out.append(sym % ("s-" + k, front() + v))
    for k, v in idx.items():
        out.append(sym % ("i-" + k, v))
    return "\n".join(out) + "\n</svg>\n"


def main():
    global PLAIN
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--font", required=True, help="font file (woff, ttf, otf) or a folder of them")
    ap.add_argument("--out", default=os.path.dirname(os.path.abspath(__file__)), help="folder to write to (default: this one)")
    ap.add_argument("--plain", action="store_true", help="literal colours instead of CSS custom properties with fallbacks")
    a = ap.parse_args()
    PLAIN = a.plain
    svg = sprite(Fonts(a.font))
    with open(os.path.join(a.out, "tiles.svg"), "w", encoding="utf-8") as f:
        f.write(svg)
    raw = svg.encode()
    print("tiles.svg %d bytes, gzip %d" % (len(raw), len(gzip.compress(raw, 9))))


if __name__ == "__main__":
    main()
