"""What rule sets say of themselves, and what hands are worth."""

import functools
import json

from . import _native

#: The ids of the rule sets.
RULES = tuple(_native.rule_sets())


@functools.cache
def _layout(rules):
    return _native.layout(rules)


def layout(rules):
    """The layout of a rule set's observations and actions, as a dict.

    `planes`, `globals`, `insight_planes` and `insight_globals` are lists of parts, each with its
    `name`, `offset` (in bytes of the row), `count` (planes of 34 bytes, or bytes) and meaning.
    `basic` and `full` are the sizes without and with insight; `actions` names every slot;
    `oracle` lists the parts of the oracle's row, `oracle_size` is its size.
    """
    text, oracle = _layout(rules)
    known = json.loads(text)
    known["oracle"] = json.loads(oracle)
    last = known["oracle"][-1]
    known["oracle_size"] = last["offset"] + last["count"]
    return known


class RuleBook:
    """A rule set as an object: its names, options, fans and rule book.

    >>> import sifang
    >>> wuxi = sifang.RuleBook("wuxi")
    >>> wuxi.options["base"]["default"]
    5
    >>> wuxi.seats
    [4]
    """

    def __init__(self, rules):
        entries = {entry["id"]: entry for entry in json.loads(_native.catalogue())}
        if rules not in entries:
            _native.layout(rules)  # says which there are
        entry = entries[rules]
        self.id, self.version, self.seats = entry["id"], entry["version"], entry["seats"]
        #: The name in both languages: `{"zh": ..., "en": ...}`.
        self.name = entry["name"]

    @functools.cached_property
    def schema(self):
        """The JSON schema of the options."""
        return json.loads(_native.schema(self.id))

    @property
    def options(self):
        """Every option by name, with its type, default, bounds and description."""
        return self.schema["properties"]

    @functools.cached_property
    def fans(self):
        """The fans (scoring patterns): a list of dicts with `id`, `name`, `value`, `clause`."""
        return json.loads(_native.fans(self.id))

    @functools.cached_property
    def form(self):
        """What a request of `score` and `waits` is made of."""
        return json.loads(_native.form(self.id))

    def book(self, lang="en"):
        """The rule book, section by section, in `"zh"` or `"en"`."""
        return json.loads(_native.book(self.id, lang))

    @property
    def layout(self):
        """See `sifang.layout`."""
        return layout(self.id)

    def score(self, request):
        """As `sifang.score`, for this rule set."""
        return score({"rules": self.id, **request})

    def waits(self, request):
        """As `sifang.waits`, for this rule set."""
        return waits({"rules": self.id, **request})

    def __repr__(self):
        return f"RuleBook({self.id!r})"


class Refused(ValueError):
    """A hand that cannot be scored. `code` is for programs, `zh` and the message are for people."""

    def __init__(self, answer):
        super().__init__(answer.get("detail", answer["error"]))
        self.code = answer["error"]
        self.zh = answer.get("zh", "")


def score(request):
    """What a win is worth, and why: a dict with points by seat and every step with its clause.

    The request is a dict; `RuleBook(...).form` and docs/score.md list its fields. What cannot be
    scored raises `sifang.Refused`, which says why.
    """
    return _answer(_native.score(_text(request)))


def waits(request):
    """Which tiles win with a hand that is one tile short, and what each pays, as a dict."""
    return _answer(_native.waits(_text(request)))


def _text(request):
    if isinstance(request, str):
        return request
    try:
        return json.dumps(request)
    except TypeError as why:
        raise TypeError(f"a request is a dict of plain values: {why}") from None


def _answer(text):
    answer = json.loads(text)
    if "error" in answer:
        raise Refused(answer)
    return answer
