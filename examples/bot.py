# A whole bot for the arena, in Python without any package (docs/arena.md):
#
#   sifang arena --rules wuxi --bots "python3 examples/bot.py",greedy,greedy,greedy --deals 40
import json
import sys


def choose(view):
    """Wins when it may, and throws the tile of which it has fewest neighbours."""
    choices = view["prompt"]["choices"]
    if "hu" in choices:
        return "hu"
    hand = view["players"][view["seat"]]["hand"]
    discards = [choice for choice in choices if choice.startswith("discard ")]
    if not discards:
        return choices[0]

    def company(choice):
        rank, suit = int(choice[-2]), choice[-1]
        near = [tile for tile in hand if tile[1] == suit and abs(int(tile[0]) - rank) <= 2]
        same = [tile for tile in near if int(tile[0]) == rank]
        return len(same) * 3 if suit == "z" else len(near) + len(same) * 2

    return min(discards, key=company)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        answer = {"decision": message["decision"], "action": choose(message["view"])}
        print(json.dumps(answer), flush=True)
