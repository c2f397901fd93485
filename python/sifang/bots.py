"""A bot of yours, in the arena and on a server.

A bot is a function: it gets the seat's view (a dict, as docs/arena.md describes it) and gives back
one of `view["prompt"]["choices"]`. The same function plays in both places:

    import sifang.bots

    def choose(view):
        choices = view["prompt"]["choices"]
        return "hu" if "hu" in choices else choices[-1]

    if __name__ == "__main__":
        sifang.bots.run(choose)          # sifang arena --bots "python mybot.py",...
"""

import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.request

from ._websocket import WebSocket


def run(bot, lines=None, out=None):
    """Plays in the arena: reads questions from standard input, writes answers to standard output.

    What the bot prints itself goes to standard error, so that it does not disturb.
    """
    lines = sys.stdin if lines is None else lines
    out = sys.stdout if out is None else out
    kept, sys.stdout = sys.stdout, sys.stderr
    try:
        for line in lines:
            message = json.loads(line)
            if message["type"] == "ask":
                answer = {"decision": message["decision"], "action": bot(message["view"])}
                out.write(json.dumps(answer) + "\n")
                out.flush()
            elif message["type"] == "bye":
                return
    finally:
        sys.stdout = kept


class Refused(RuntimeError):
    """The server refused something; `code` is for programs."""

    def __init__(self, message):
        super().__init__(f"{message['code']}: {message['en']}")
        self.code = message["code"]


def _player(url, nickname):
    request = urllib.request.Request(
        f"{url}/api/players",
        json.dumps({"nickname": nickname}).encode(),
        {"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["token"]
    except urllib.error.HTTPError as error:
        try:
            why = json.load(error)
        except ValueError:
            raise error from None
        raise Refused(why) from None


def connect(url, room, bot, *, nickname="Python", token=None, pause=0.1, start=None):
    """Plays one match on a server, from waiting in the room to the end, and returns its totals.

    Arguments:
        url: the server, such as `http://127.0.0.1:8710`.
        room: the link of the room (its last part), or its six-digit code.
        bot: a function from the seat's view to one of its choices.
        nickname: the name of a new player, if there is no `token`.
        token: of a player that the server knows; it *is* the player: keep it secret.
        start: for the host of the room: start the match as soon as so many people are ready.
        pause: seconds before an answer; a server takes at most ten messages a second.
    """
    url = url.rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"the address of a server begins with http:// or https://, not {url!r}")
    token = token or _player(url, nickname)
    socket = WebSocket("ws" + url.removeprefix("http") + "/ws")
    try:
        return _Match(socket, room, bot, token, pause, start).play()
    finally:
        socket.close()


class _Match:
    def __init__(self, socket, room, bot, token, pause, start):
        self.socket, self.room, self.bot, self.pause, self.start = socket, room, bot, pause, start
        self.id = 0
        self.me = self.table = self.answered = self.nonce_of = self.step_of = None
        self.next_after = None
        self.say(type="hello", protocol="sifang/1", token=token)

    def say(self, **message):
        self.id += 1
        self.socket.send(json.dumps({"id": self.id, **message}))

    def play(self):
        while True:
            message = json.loads(self.socket.receive())
            handle = getattr(self, "on_" + message["type"], None)
            if handle:
                handle(message)
            if self.table and self.table["over"]:
                return self.table["totals"]

    def on_welcome(self, message):
        self.me = message["player"]["id"]
        self.say(type="enter", room=self.room)

    def on_error(self, message):
        if message["code"] != "action/stale":
            raise Refused(message)

    def on_closed(self, message):
        raise ConnectionError(f"the server has closed the connection: {message.get('why', message)}")

    def on_room(self, message):
        room = message["room"]
        seats = room["seats"]
        mine = [i for i, s in enumerate(seats) if (s.get("occupant") or {}).get("id") == self.me]
        if not mine:
            return
        if room["phase"] == "waiting" and not seats[mine[0]]["ready"]:
            self.say(type="ready", ready=True)
        elif room["phase"] == "waiting" and self.start:
            people = [s for s in seats if s["ready"] and (s.get("occupant") or {}).get("id")]
            if len(people) >= self.start:
                self.start = None
                self.say(type="start")
        elif room["phase"] == "nonces":
            self.take_part(room["match"], mine[0])
        elif room["phase"] == "between" and self.next_after != self.table["deal"]:
            self.next_after = self.table["deal"]
            self.say(type="next")

    def take_part(self, match, seat):
        """Commits to sixteen random bytes, and sends them when everybody has."""
        if self.nonce_of != match["match_id"]:
            self.nonce_of, self.nonce = match["match_id"], os.urandom(16)
        if self.step_of == (match["match_id"], match["step"]):
            return
        self.step_of = (match["match_id"], match["step"])
        if match["step"] == "commit":
            parts = b"sifang/nonce/1" + bytes.fromhex(self.nonce_of) + bytes([seat]) + self.nonce
            self.say(type="nonce_commit", commitment=hashlib.sha256(parts).hexdigest())
        else:
            self.say(type="nonce", nonce=self.nonce.hex())

    def on_snapshot(self, message):
        self.table = message["table"]
        self.answer()

    def on_update(self, message):
        _merge(self.table, message["patch"])
        self.answer()

    def answer(self):
        prompt = self.table["view"]["prompt"]
        if self.table["over"] or not prompt or prompt["answered"]:
            return
        if prompt["decision"] == self.answered:
            return
        self.answered = prompt["decision"]
        action = self.bot(self.table["view"])
        time.sleep(self.pause)
        self.say(type="act", decision=prompt["decision"], action=action)


def _grow(items, change):
    return items[: change["keep"]] + change["add"]


def _merge(table, patch):
    """Merges what changed; fields that are absent have not changed."""
    patch = dict(patch)
    view, results, entries = (patch.pop(name, None) for name in ("view", "results", "entries"))
    table.update(patch)
    if results:
        table["results"] = _grow(table["results"], results)
    if entries:
        table["entries"] = _grow(table["entries"], entries)
    if view:
        view = dict(view)
        players = view.pop("players", None) or {}
        table["view"].update(view)
        for seat, changed in players.items():
            changed = dict(changed)
            river = changed.pop("river", None)
            player = table["view"]["players"][int(seat)]
            player.update(changed)
            if river:
                player["river"] = _grow(player["river"], river)
