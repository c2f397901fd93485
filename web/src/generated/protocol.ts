// Generated from the types of the crate sifang-proto; do not edit. `UPDATE=1 cargo test -p sifang-proto
// --features ts` writes it anew.
/* eslint-disable */

export const PROTOCOL = "sifang/1";

/**
 * One answer of one seat.
 */
export type Action = string;

/**
 * A bird.
 */
export type AnhuaBird = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * It hits somebody.
 */
hit: boolean, 
/**
 * The one seat it hits; none if it hits nobody, or every payment.
 */
seat: Seat | null, };

/**
 * What a viewer sees beyond the common view.
 */
export type AnhuaExtra = { 
/**
 * 翻牌; none before the deal.
 */
indicator: Tile | null, 
/**
 * The kinds that are kings.
 */
kings: Array<Tile>, 
/**
 * Points each seat staked.
 */
piao: Array<number>, 
/**
 * 封: whose hands are sealed.
 */
sealed: Array<boolean>, 
/**
 * The latest throw for kong tiles.
 */
die: number | null, 
/**
 * The next draw is one of the last four: no kongs any more.
 */
sea_next: boolean, 
/**
 * Birds after the win, and whom each one hits.
 */
birds: Array<AnhuaBird>, 
/**
 * 过手: the kinds the viewer let pass and cannot win on until its next draw.
 */
locked: Array<Tile>, 
/**
 * The viewer's winning tiles as its hand stands; empty in its own turn.
 */
waits: Array<AnhuaWait>, 
/**
 * In the viewer's own turn: what it would wait for after each discard that leaves it tenpai.
 */
discard_waits: { [key in Tile]: Array<AnhuaWait> }, 
/**
 * What it would be sealed in with after each kong it may make.
 */
kong_waits: { [key in Tile]: Array<AnhuaWait> }, 
/**
 * The open kong tile the viewer would win on.
 */
dearest: Tile | null, };

/**
 * 王的分类: what the kings of a hand are called.
 */
export type AnhuaKingClass = "none" | "single" | "three" | "four" | "six" | "seven";

/**
 * A winning tile of a hand.
 */
export type AnhuaWait = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * What the hand is worth when it is drawn.
 */
total: number, 
/**
 * An ordinary discard of it may be taken too.
 */
discard: boolean, };

/**
 * What a win of `anhua` notes beside its total.
 */
export type AnhuaWinFacts = { 
/**
 * The class of its kings.
 */
king_class: AnhuaKingClass, };

/**
 * Why a tile lies beside the play.
 */
export type Aside = "flower" | "buried" | "indicator" | "kong_tile" | "asked" | "sea" | "bird";

/**
 * A tile beside the play.
 */
export type AsideView = { 
/**
 * Whose.
 */
seat: Seat, 
/**
 * Why it lies there.
 */
why: Aside, 
/**
 * Which; absent while face down.
 */
tile: Tile | null, };

/**
 * The dearest win of a player in a match.
 */
export type BestWin = { 
/**
 * The deal, from 1.
 */
deal: number, 
/**
 * What the hand was worth, in the rule set's own unit.
 */
total: number, };

/**
 * What a client can say.
 */
export type ClientMessage = { "type": "hello", 
/**
 * [`PROTOCOL`](crate::PROTOCOL).
 */
protocol: string, 
/**
 * The player's token.
 */
token: Token, } | { "type": "enter", 
/**
 * Its code or link.
 */
room: RoomName, 
/**
 * What has been seen already; without it, a snapshot follows.
 */
since?: Since, } | { "type": "leave", } | { "type": "sit", 
/**
 * Which.
 */
seat: Seat, } | { "type": "stand", } | { "type": "swap", 
/**
 * One.
 */
a: Seat, 
/**
 * The other.
 */
b: Seat, } | { "type": "kick", 
/**
 * From which seat.
 */
seat: Seat, } | { "type": "remove", 
/**
 * Whom.
 */
player: PlayerId, } | { "type": "admit", 
/**
 * Whom.
 */
player: PlayerId, 
/**
 * Which of the two.
 */
yes: boolean, } | { "type": "add_bot", 
/**
 * Which seat.
 */
seat: Seat, 
/**
 * Which bot.
 */
level: string, } | { "type": "remove_bot", 
/**
 * From which seat.
 */
seat: Seat, } | { "type": "configure", 
/**
 * The new setup.
 */
setup: RoomSetup, } | { "type": "ready", 
/**
 * Which of the two.
 */
ready: boolean, } | { "type": "start", } | { "type": "nonce_commit", 
/**
 * Its hash: [`Nonce::commitment`].
 */
commitment: string, } | { "type": "nonce", 
/**
 * Sixteen random bytes.
 */
nonce: string, } | { "type": "nonce_waive", 
/**
 * Whose.
 */
seat: Seat, } | { "type": "act", 
/**
 * The decision in the prompt.
 */
decision: DecisionId, 
/**
 * One of its choices.
 */
action: Action, } | { "type": "auto", 
/**
 * Which of the two.
 */
on: boolean, } | { "type": "pause", 
/**
 * Which of the two.
 */
on: boolean, } | { "type": "take_back", } | { "type": "new_link", } | { "type": "next", } | { "type": "again", } | { "type": "dissolve", 
/**
 * For or against.
 */
agree: boolean, } | { "type": "hurry", } | { "type": "phrase", 
/**
 * Its id.
 */
phrase: string, } | { "type": "hint", 
/**
 * To which decision.
 */
decision: DecisionId, } | { "type": "sync", } | { "type": "ping", };

/**
 * Running time, as far as the viewer may know it. In a claim window nobody learns whether others are asked.
 */
export type Clock = { 
/**
 * Whose time runs.
 */
seats: Array<Seat>, 
/**
 * When the time for this decision ends.
 */
until: number, 
/**
 * What the viewer itself has beyond that, if it is asked. Nobody sees another's bank.
 */
bank_ms: number | null, };

/**
 * Time for decisions.
 */
export type ClockSetup = { 
/**
 * For every decision.
 */
move_ms: number, 
/**
 * Beyond that, for all decisions of a deal together.
 */
bank_ms: number, };

/**
 * Why somebody is no longer in a room.
 */
export type CloseReason = "left" | "kicked" | "refused" | "unanswered" | "replaced" | "room_closed" | "too_slow" | "shutdown" | "signed_out";

/**
 * One thing that was done to a deal.
 */
export type Command = string;

/**
 * A correction of the totals at the end of a match.
 */
export type CorrectionView = { 
/**
 * Why, in Chinese.
 */
zh: string, 
/**
 * Why, in English.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, 
/**
 * What it adds to each seat.
 */
deltas: Array<number>, };

/**
 * `POST /api/rooms` (body: a [`RoomSetup`]) and `POST /api/quick`.
 */
export type Created = { 
/**
 * Six digits.
 */
code: RoomCode, 
/**
 * For the invitation.
 */
link: RoomLink, };

/**
 * One finished deal for a replay: everything in the open.
 */
export type DealEvents = { 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * Everything that happened, nothing hidden.
 */
events: Array<SeenEvent>, };

/**
 * A finished deal in one line.
 */
export type DealLine = { 
/**
 * Its number, from 1.
 */
index: number, 
/**
 * Who dealt.
 */
dealer: Seat, 
/**
 * How it ended.
 */
end: End, 
/**
 * What each seat won or lost.
 */
deltas: Array<number>, 
/**
 * The wins, in the order they count.
 */
wins: Array<WinRecord>, };

/**
 * One deal of a record.
 */
export type DealRecord = { 
/**
 * Its number, from 1.
 */
index: number, 
/**
 * `s_i`, revealed when the deal was over.
 */
secret: string, 
/**
 * What the players sent.
 */
nonces: Array<string | null>, 
/**
 * The whole shuffled set from place 0, in tile notation: what the secret and the nonces must give.
 */
wall: string, 
/**
 * Who dealt.
 */
dealer: Seat, 
/**
 * Everything that was done, in order.
 */
commands: Array<Command>, 
/**
 * Digest of the deal's journal.
 */
digest: Digest, 
/**
 * How it ended.
 */
end: End, 
/**
 * The wins, in the order they count.
 */
wins: Array<WinRecord>, 
/**
 * What each seat won or lost.
 */
deltas: Array<number>, };

/**
 * Number of a decision within its deal.
 */
export type DecisionId = number;

/**
 * What a seat can announce about its hand.
 */
export type Declaration = "ready" | "ready_ask";

/**
 * `DELETE /api/me`: the account and its data.
 */
export type DeleteRequest = { 
/**
 * The player's nickname, which confirms that it is meant.
 */
nickname: string, };

/**
 * The digest of a deal's journal.
 */
export type Digest = string;

/**
 * A vote on dissolving the match.
 */
export type DissolveView = { 
/**
 * Who asked.
 */
by: Seat, 
/**
 * Who agrees.
 */
agreed: Array<Seat>, 
/**
 * When it ends: then all who play for themselves must have agreed, and at least half of those seated.
 */
until: number, };

/**
 * How a deal ended.
 */
export type End = "wins" | "draw" | "penalty";

/**
 * Number of an entry within its deal.
 */
export type EntryId = number;

/**
 * A refusal as it is sent, over the socket and as the body of a failed HTTP request.
 */
export type ErrorBody = { 
/**
 * Which reason.
 */
code: ErrorCode, 
/**
 * What was wrong and what would be right, in Chinese.
 */
zh: string, 
/**
 * The same in English.
 */
en: string, };

/**
 * What everybody needs to check the walls.
 */
export type Fairness = { 
/**
 * `s_0`, shown before the players sent their nonces.
 */
commitment: string, 
/**
 * Hash of rules, version, seats and options.
 */
terms: string, 
/**
 * What the players sent, by seat.
 */
nonces: Array<string | null>, 
/**
 * `s_1`, `s_2` … of the finished deals.
 */
revealed: Array<string>, };

/**
 * One entry of a fan table.
 */
export type FanView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: Words, 
/**
 * When it counts.
 */
when: Words, 
/**
 * Its value (0 where options decide).
 */
value: number, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * `POST /api/players`: a new guest.
 */
export type GuestRequest = { 
/**
 * How to call the player.
 */
nickname: Nickname, 
/**
 * What to call this device in the player's list.
 */
device?: Label, };

/**
 * Hints for a decision, all from what the asking seat may see.
 */
export type Hint = { 
/**
 * What an expert would do, and why.
 */
recommended: HintAction | null, 
/**
 * The tiles as they stand, where nothing is to be thrown.
 */
standing: HintHand | null, 
/**
 * What each offered discard leaves: the nearest to a win first, then by tiles unseen.
 */
discards: Array<HintHand>, 
/**
 * What the tiles seem to allow and the rules forbid here.
 */
why_not: Array<HintWhyNot>, 
/**
 * The amounts are what a win pays; if not, tiles turned up after the win may multiply them.
 */
exact: boolean, };

/**
 * An action and the reason for it.
 */
export type HintAction = { 
/**
 * The action.
 */
action: Action, 
/**
 * Why, in Chinese.
 */
zh: string, 
/**
 * Why, in English.
 */
en: string, };

/**
 * A hand after a discard, or as it stands.
 */
export type HintHand = { 
/**
 * The discard; null for the tiles as they stand.
 */
discard: Tile | null, 
/**
 * Tiles away from a win: 1 is ready.
 */
away: number, 
/**
 * The winning tiles of a ready hand.
 */
waits: Array<HintWait>, 
/**
 * The tiles that bring any other hand nearer.
 */
useful: Array<HintUseful>, 
/**
 * Unseen copies of all of them.
 */
unseen: number, };

/**
 * What a discard of one seat pays.
 */
export type HintPayment = { 
/**
 * Whose discard.
 */
from: Seat, 
/**
 * What the winner gets in all.
 */
points: number, };

/**
 * A tile that brings the hand nearer.
 */
export type HintUseful = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * Copies this seat has not seen.
 */
unseen: number, };

/**
 * A winning tile.
 */
export type HintWait = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * Copies this seat has not seen.
 */
unseen: number, 
/**
 * What it pays in all when drawn; null if it may not be won with then.
 */
draw: number | null, 
/**
 * What it pays in all when thrown, by each seat from which it may be won.
 */
discard: Array<HintPayment>, 
/**
 * The clause that forbids winning on any discard of it.
 */
forbidden: HintWhyNot | null, };

/**
 * Why something is not offered.
 */
export type HintWhyNot = { 
/**
 * What is not offered: `hu`, `pon`, `kong`, `chi`.
 */
what: string, 
/**
 * The reason's id.
 */
id: string, 
/**
 * The reason in Chinese.
 */
zh: string, 
/**
 * The reason in English.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * `GET /api/history`.
 */
export type History = { 
/**
 * Matches, the latest first.
 */
matches: Array<HistoryRow>, 
/**
 * Pass it as `before` to get more; none: there are no more.
 */
before: number | null, };

/**
 * A match in a player's history.
 */
export type HistoryRow = { 
/**
 * The match; its record is under `/api/records/{match_id}`.
 */
match_id: MatchId, 
/**
 * The rule set.
 */
rules: string, 
/**
 * The options that were not at their defaults.
 */
options: { [name: string]: boolean | number | string }, 
/**
 * When it ended.
 */
at: number, 
/**
 * Deals played to their end.
 */
deals: number, 
/**
 * It was dissolved before its end.
 */
dissolved: boolean, 
/**
 * It was practice: it counts in no figures.
 */
practice: boolean, 
/**
 * The player's own seat.
 */
seat: Seat, 
/**
 * All seats.
 */
seats: Array<HistorySeat>, 
/**
 * How its deals went for the player.
 */
tally: Tally, 
/**
 * The player's dearest win.
 */
best: BestWin | null, };

/**
 * A seat of a match in a history.
 */
export type HistorySeat = { 
/**
 * The person's name, or the bot's.
 */
name: string, 
/**
 * Whether it was a bot.
 */
bot: boolean, 
/**
 * Points in the end.
 */
total: number, 
/**
 * Rank, from 1.
 */
rank: number, };

/**
 * What a viewer sees beyond the common view.
 */
export type HongzhongExtra = { 
/**
 * What each seat has declared.
 */
declared: Array<Declaration | null>, 
/**
 * Kongs each seat has made since declaring ready.
 */
declared_kongs: Array<number>, 
/**
 * 勇往直前: seats that can only win by asking.
 */
locked: Array<Seat>, 
/**
 * The viewer's turn, in which it can do nothing but ask.
 */
must_ask: boolean, 
/**
 * Fan that each seat's declaration adds to what it pays.
 */
catch: Array<number>, 
/**
 * 过手胡: the viewer may win on others' tiles only with more fan than this.
 */
passed: number | null, 
/**
 * What the viewer's own hand waits for, while it is one tile short.
 */
waits: HongzhongWaits | null, };

/**
 * What one tile is worth: capped fan without circumstances and catches, 0 where it does not win.
 */
export type HongzhongWait = { 
/**
 * Drawn, and won with sets and a pair.
 */
self_draw: number, 
/**
 * Won on when somebody else throws it; 1 is not enough by itself (or not a form that may, by the option).
 */
discard: number, 
/**
 * Drawn, and won by asking with the best tile.
 */
ask: number, };

/**
 * All waits of a hand.
 */
export type HongzhongWaits = { 
/**
 * There is at least one.
 */
ready: boolean, 
/**
 * The most fan in the table.
 */
best: number, 
/**
 * Each tile and what it is worth, in the order of the notation.
 */
waits: { [key in Tile]: HongzhongWait }, };

/**
 * What a win of `hongzhong` notes beside its total.
 */
export type HongzhongWinFacts = { 
/**
 * Fan before the cap.
 */
raw: number, 
/**
 * Won by asking, or on an asked tile.
 */
asked: boolean, };

/**
 * The table is hurried: it has waited long, and there is no clock.
 */
export type HurryView = { 
/**
 * Who asked.
 */
by: Seat, 
/**
 * When whoever has not answered is played for.
 */
until: number, };

/**
 * What a viewer sees beyond the common view.
 */
export type JingjiExtra = { 
/**
 * The gold kind; the indicator has the same face.
 */
gold: Tile, 
/**
 * Place of the face-up indicator in the dead wall, 0 being next to the live wall.
 */
indicator_place: number, 
/**
 * 场风.
 */
round_wind: Tile, 
/**
 * Number of the hand in its round, from 1 (东局1场 is East, 1).
 */
hand: number, 
/**
 * Wind of each seat.
 */
seat_winds: Array<Tile>, 
/**
 * Points of each seat now, its stake included.
 */
points: Array<number>, 
/**
 * 场供 of each seat on the table.
 */
stakes: Array<number>, 
/**
 * Seats that have declared ready.
 */
ready: Array<Seat>, 
/**
 * Waits of each seat, where the viewer may know them: its own between turns, and those of shown hands.
 */
waits: Array<Array<JingjiWaitView> | null>, 
/**
 * Every tile wins (游金): shown with the waits.
 */
you_jin: Array<boolean>, 
/**
 * In the viewer's own turn: the discards that may go with a ready call, each with the waits it leaves.
 */
ready_options: Array<JingjiReadyOption>, 
/**
 * The viewer may win now, but without yaku: it would pay each other seat.
 */
win_is_penalty: boolean, 
/**
 * Points of the fixed hand the viewer is asked about at the opening or right after the first discard, or 0.
 */
robbing: number, };

/**
 * How a win is valued.
 */
export type JingjiMethod = "formula" | "fixed" | "penalty";

/**
 * A discard that may go with a ready call.
 */
export type JingjiReadyOption = { 
/**
 * The tile to throw.
 */
discard: Tile, 
/**
 * What the hand then waits for.
 */
waits: Array<JingjiWaitView>, };

/**
 * A winning tile and what it is worth as an ordinary win by discard.
 */
export type JingjiWaitView = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * Formula or fixed points.
 */
method: JingjiMethod, 
/**
 * m.
 */
fu: number, 
/**
 * n.
 */
fan: number, 
/**
 * Points.
 */
total: number, 
/**
 * It wins, but without any yaku.
 */
without_yaku: boolean, };

/**
 * What a win of `jingji` notes beside its total.
 */
export type JingjiWinFacts = { 
/**
 * Formula or fixed points.
 */
method: JingjiMethod, 
/**
 * m; 0 for fixed points.
 */
fu: number, 
/**
 * n; 0 for fixed points.
 */
fan: number, };

/**
 * The id of a token or a passkey, by which its owner revokes it. It gives no access to anything.
 */
export type KeyId = string;

/**
 * `GET /api/keys`: all keys with which a server has ever signed, the present one first.
 */
export type KeyList = { 
/**
 * The keys.
 */
keys: Array<KeyView>, };

/**
 * A key with which a server signs, or has signed, records.
 */
export type KeyView = { 
/**
 * The public half, 32 bytes: Ed25519.
 */
key: string, 
/**
 * Since when it signs.
 */
since: number, 
/**
 * Until when it did; none: it still does.
 */
until: number | null, };

/**
 * `GET /api/lab`: the player's comparisons, the latest first, without their reports.
 */
export type LabList = { 
/**
 * The runs.
 */
runs: Array<LabRun>, };

/**
 * `POST /api/lab`: begin a comparison.
 */
export type LabRequest = { 
/**
 * The rule set's id.
 */
rules: string, 
/**
 * Seats at the table.
 */
seats: number, 
/**
 * The options of set A; what is not named takes its default.
 */
a: { [name: string]: boolean | number | string }, 
/**
 * The options of set B.
 */
b: { [name: string]: boolean | number | string }, 
/**
 * How many walls, each played under A and under B.
 */
deals: number, 
/**
 * On each wall a whole match is played, not a single deal.
 */
matches?: boolean, 
/**
 * Who plays.
 */
bots: string, 
/**
 * Seed of all chance.
 */
seed: number, };

/**
 * A comparison: `POST /api/lab`, `GET /api/lab/{id}`.
 */
export type LabRun = { 
/**
 * Names it, also in links.
 */
id: string, 
/**
 * What is compared.
 */
request: LabRequest, 
/**
 * Where it stands.
 */
state: LabState, 
/**
 * Walls played.
 */
played: number, 
/**
 * Runs before it.
 */
ahead: number, 
/**
 * The report of what has been played (the form of `report.json`, docs/lab.md); none before the first figures, and in lists.
 */
report: unknown, };

/**
 * Where a comparison stands.
 */
export type LabState = "waiting" | "running" | "done" | "cancelled" | "stopped";

/**
 * What a device or a passkey is called, for its owner: 1 to 40 characters that can be seen.
 */
export type Label = string;

/**
 * A match that has been agreed, as everybody may check it.
 */
export type MatchHead = { 
/**
 * Its name.
 */
match_id: MatchId, 
/**
 * `s_0`: fixes all walls before any nonce is sent.
 */
commitment: string, 
/**
 * Hash of rules, version, seats and options.
 */
terms: string, 
/**
 * What the players have committed to so far, by seat.
 */
nonce_commitments: Array<string | null>, 
/**
 * The nonces they have sent so far, by seat.
 */
nonces: Array<string | null>, 
/**
 * While nonces are collected: which of the two.
 */
step: NonceStep | null, 
/**
 * Who has agreed to go on without whose nonce.
 */
waived: Array<WaiveView>, 
/**
 * While nonces are collected: until when this step waits.
 */
until: number | null, };

/**
 * The name of a match, drawn at random when it is made. It enters every deal's key as 16 big-endian bytes.
 */
export type MatchId = string;

/**
 * The end of a match.
 */
export type MatchOver = { 
/**
 * Ranks by seat, from 1; equal totals share one.
 */
ranks: Array<number>, 
/**
 * What was corrected at the end; `totals` have it in them.
 */
corrections: Array<CorrectionView>, 
/**
 * It was dissolved by vote: the deal that was being played does not count.
 */
dissolved: boolean, };

/**
 * The result of one match, for a curve of points over time.
 */
export type MatchPoint = { 
/**
 * The match.
 */
match_id: MatchId, 
/**
 * The rule set.
 */
rules: string, 
/**
 * When it ended.
 */
at: number, 
/**
 * What the player won or lost.
 */
total: number, };

/**
 * `GET /api/me`.
 */
export type Me = { 
/**
 * The player.
 */
player: Player, 
/**
 * Rooms the player is in, the latest first.
 */
rooms: Array<RoomSummary>, };

/**
 * The kinds of meld.
 */
export type MeldKind = "chi" | "pon" | "kong_direct" | "kong_concealed" | "kong_added";

/**
 * Something in a record that does not hold.
 */
export type MismatchView = { 
/**
 * The deal, from 1; none: the match.
 */
deal: number | null, 
/**
 * What, in Chinese.
 */
zh: string, 
/**
 * What, in English.
 */
en: string, };

/**
 * Waiting for the next deal.
 */
export type NextView = { 
/**
 * Who wants to go on.
 */
seats: Array<Seat>, 
/**
 * When it goes on by itself; none: it waits for the one person who plays.
 */
until: number | null, };

/**
 * How a player is called: 1 to 16 characters, spaces around it taken away.
 */
export type Nickname = string;

/**
 * `PATCH /api/me`: another name.
 */
export type NicknameRequest = { 
/**
 * The name.
 */
nickname: Nickname, };

/**
 * Which of the two is collected.
 */
export type NonceStep = "commit" | "reveal";

/**
 * Who or what is on a seat.
 */
export type Occupant = { "type": "human", 
/**
 * Public id.
 */
id: PlayerId, 
/**
 * Name.
 */
nickname: string, 
/**
 * Whether a connection is open.
 */
online: boolean, 
/**
 * Since when none is; not known after a restart.
 */
away: number | null, 
/**
 * Whether the player left during the match; the seat is played for.
 */
left: boolean, } | { "type": "bot", 
/**
 * Which.
 */
level: string, };

/**
 * What a step does to the two running numbers, *points* and *fans*.
 */
export type Op = "start" | "plus" | "times" | "fan" | "times_fans" | "double_per_fan" | "raise_to_fans" | "cap_fans" | "cap" | "round_up_to" | "share";

/**
 * The subject (an option or `players`) is one of the values under `is`, or none of those under `not`.
 */
export type OptionCondition = { subject: string, is?: Array<OptionValue>, not?: Array<OptionValue>, };

/**
 * One option.
 */
export type OptionProperty = { type: PropertyKind, minimum?: number, maximum?: number, enum?: Array<number | string>, default: OptionValue, title: string, description: string, "x-zh": OptionWords, "x-en": OptionWords, "x-group": string, "x-clause": string, "x-visible-if"?: Array<OptionCondition>, };

/**
 * The schema of a rule set's options.
 */
export type OptionSchema = { $schema: string, $id: string, title: string, "x-zh": OptionTitle, "x-en": OptionTitle, type: string, additionalProperties: boolean, "x-groups": { [key in string]: Text }, properties: { [key in string]: OptionProperty }, };

export type OptionTitle = { title: string, };

/**
 * One value of an option.
 */
export type OptionValue = boolean | number | string;

/**
 * What people read about an option in one language.
 */
export type OptionWords = { title: string, description: string, choices?: { [key in string]: string }, };

/**
 * A part of a verdict.
 */
export type PartView = { 
/**
 * The part.
 */
part: VerdictPart, 
/**
 * How it stands.
 */
state: VerdictState, 
/**
 * What was found.
 */
finding: VerdictFinding, 
/**
 * What the part is called.
 */
name: Words, 
/**
 * What was found, in words.
 */
text: Words, 
/**
 * In particular; not all of it, where there is much.
 */
mismatches: Array<MismatchView>, };

/**
 * `GET /api/me/passkeys`.
 */
export type PasskeyList = { 
/**
 * The passkeys, the oldest first.
 */
passkeys: Array<PasskeyView>, 
/**
 * Whether they can be used at the address that was asked.
 */
available: boolean, };

/**
 * `POST /api/me/passkeys/begin` and `POST /api/passkeys/begin`: what to ask the browser.
 */
export type PasskeyQuestion = { 
/**
 * For `navigator.credentials`, with bytes as base64url: `PublicKeyCredentialCreationOptionsJSON` or
 * `PublicKeyCredentialRequestOptionsJSON`. It may be answered once, within five minutes.
 */
public_key: unknown, };

/**
 * A passkey in its owner's list.
 */
export type PasskeyView = { 
/**
 * Removes it: `DELETE /api/me/passkeys/{id}`.
 */
id: KeyId, 
/**
 * What it was called when it was made; may be empty.
 */
name: string, 
/**
 * When it was made.
 */
created: number, 
/**
 * When it was last used.
 */
used: number | null, };

/**
 * Where a room stands.
 */
export type Phase = "waiting" | "nonces" | "playing" | "between" | "over";

/**
 * A player as others see one.
 */
export type Player = { 
/**
 * The public id.
 */
id: PlayerId, 
/**
 * The name.
 */
nickname: Nickname, };

/**
 * What changed of a seat.
 */
export type PlayerDelta = { 
/**
 * Number of closed tiles.
 */
closed?: number, 
/**
 * The closed tiles.
 */
hand?: Array<Tile> | null, 
/**
 * The tile just drawn.
 */
drawn?: Tile | null, 
/**
 * Melds.
 */
melds?: Array<SeenMeld>, 
/**
 * Thrown tiles.
 */
river?: Tail<ThrownView>, 
/**
 * It plays no more.
 */
out?: boolean, 
/**
 * Points in this deal.
 */
points?: number, };

/**
 * A player's public id: 64 random bits as 16 hexadecimal digits. It gives no access to anything.
 */
export type PlayerId = string;

/**
 * One seat as a viewer sees it.
 */
export type PlayerView = { 
/**
 * Number of closed tiles.
 */
closed: number, 
/**
 * The closed tiles, where the viewer may see them, ascending.
 */
hand: Array<Tile> | null, 
/**
 * The tile just drawn, where the viewer may see it.
 */
drawn: Tile | null, 
/**
 * Melds in the order they were made.
 */
melds: Array<SeenMeld>, 
/**
 * Thrown tiles in order, taken ones left out.
 */
river: Array<ThrownView>, 
/**
 * It has won and plays no more.
 */
out: boolean, 
/**
 * What it has won or lost in this deal, as far as the viewer may know.
 */
points: number, };

/**
 * A set of options saved by name ("our house rules"); `PUT /api/me/presets`, and `GET /api/presets/{link}` for others.
 */
export type Preset = { 
/**
 * Its name, up to 24 characters.
 */
name: string, 
/**
 * What is played.
 */
setup: RoomSetup, 
/**
 * Carries it in a link; given by the server.
 */
link?: RoomLink, };

/**
 * `GET /api/me/presets`.
 */
export type PresetList = { 
/**
 * The saved sets by name.
 */
presets: Array<Preset>, };

/**
 * A question to the viewer.
 */
export type Prompt = { 
/**
 * The decision to name in the answer.
 */
decision: DecisionId, 
/**
 * What may be answered, in canonical order.
 */
choices: Array<Action>, 
/**
 * What has been answered; the others have not yet.
 */
answered: Action | null, };

export type PropertyKind = "boolean" | "integer" | "string";

/**
 * `POST /api/quick`: a room with bots that starts at once.
 */
export type QuickRequest = { 
/**
 * What is played; `bots` names the opponents.
 */
setup: RoomSetup, };

/**
 * A match, deal by deal.
 */
export type Record = { 
/**
 * [`FORMAT`].
 */
format: string, 
/**
 * The rule set's id.
 */
rules: string, 
/**
 * The version of its rules.
 */
version: number, 
/**
 * Every option with its value.
 */
options: { [name: string]: boolean | number | string }, 
/**
 * Number of seats.
 */
seats: number, 
/**
 * The name of the match.
 */
match_id: MatchId, 
/**
 * `s_0`, published before the players sent their nonces.
 */
commitment: string, 
/**
 * Hash of rules, version, seats and options.
 */
terms: string, 
/**
 * What the players committed to before any nonce was shown; not in records of matches whose nonces came in one step.
 */
nonce_commitments?: Array<string | null>, 
/**
 * The deals, from the first.
 */
deals: Array<DealRecord>, 
/**
 * Points won and lost in all deals, final corrections included if the match was played to its end.
 */
totals: Array<number>, 
/**
 * Ranks by totals, from 1.
 */
ranks: Array<number>, 
/**
 * The signature of the server that the match was played on; not in records of bots, nor of earlier versions.
 */
signature?: Signed, };

/**
 * Who sat where in a stored match.
 */
export type RecordSeat = { 
/**
 * The person; none for a bot.
 */
player: Player | null, 
/**
 * The bot's level.
 */
bot: string | null, };

/**
 * The answer: the only time the token and the next code are shown. All other devices are signed out.
 */
export type Recovered = { 
/**
 * The player.
 */
player: Player, 
/**
 * What proves it.
 */
token: Token, 
/**
 * The code for the next time.
 */
code: RecoveryCode, };

/**
 * `POST /api/me/recovery`: a new code; an earlier one is no longer valid.
 */
export type Recovery = { 
/**
 * The code, shown once.
 */
code: RecoveryCode, };

/**
 * What moves a player to another device: 100 random bits as twenty letters and digits in groups of five, none of which is
 * easily taken for another. Read with or without hyphens and in either case; the server keeps only its hash.
 */
export type RecoveryCode = string;

/**
 * `POST /api/recover`: become that player here, and nowhere else.
 */
export type RecoveryRequest = { 
/**
 * The code, which is used up by it.
 */
code: RecoveryCode, 
/**
 * What to call this device in the player's list.
 */
device?: Label, };

/**
 * The answer: the only time the token is shown.
 */
export type Registered = { 
/**
 * The player.
 */
player: Player, 
/**
 * What proves it.
 */
token: Token, };

/**
 * `GET /api/records/{match_id}/deals/{number}/views/{viewer}`: a finished deal step by step.
 */
export type Replay = { 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * The same messages that a live viewer gets: a snapshot, then an update for every step, each with the hash of its view.
 */
messages: Array<ServerMessage<AnyExtra, AnyWinFacts>>, };

/**
 * One deal of a review. `result` is `play` and `luck` together.
 */
export type ReviewDeal = { 
/**
 * Its number, from 1.
 */
deal: number, 
/**
 * Points won and lost.
 */
result: number, 
/**
 * What the mistakes in it cost, as a negative number of hundredths.
 */
play: number, 
/**
 * The rest, in hundredths.
 */
luck: number, 
/**
 * What of the luck was there at the first decision, in hundredths: what such a position brings on average.
 */
start: number | null, 
/**
 * Decisions that were compared.
 */
compared: number, 
/**
 * How many of them were mistakes.
 */
mistakes: number, };

/**
 * A kind of mistake.
 */
export type ReviewKind = "speed" | "value" | "danger" | "claim" | "kong" | "declaration" | "burial";

/**
 * The mistakes of one kind.
 */
export type ReviewKindCost = { 
/**
 * Which kind.
 */
kind: ReviewKind, 
/**
 * How many there were.
 */
mistakes: number, 
/**
 * What they cost together, in hundredths.
 */
cost: number, };

/**
 * `GET /api/history/reviews`: what the kept reviews of the player's latest matches come to, the earliest match first.
 */
export type ReviewList = { 
/**
 * Match by match; those that were never reviewed are left out.
 */
reviews: Array<ReviewSummary>, };

/**
 * A decision that was a mistake: the interval of its loss excludes zero.
 */
export type ReviewMistake = { 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * Which command of the deal it is, from 1.
 */
place: number, 
/**
 * What was done.
 */
played: Action, 
/**
 * What would have been better.
 */
better: Action, 
/**
 * The player's time had run out.
 */
timed_out: boolean, 
/**
 * What it cost on average, in hundredths.
 */
loss: number, 
/**
 * The lower end of the 95 % interval, in hundredths.
 */
low: number, 
/**
 * The upper end, in hundredths.
 */
high: number, 
/**
 * How many worlds it was played out in.
 */
worlds: number, 
/**
 * What kind of mistake.
 */
kind: ReviewKind, 
/**
 * Why.
 */
reason: ReviewReason, 
/**
 * The clause of the rule book that matters here, as the end of its address.
 */
clause: string | null, };

/**
 * Why something was a mistake, in both languages.
 */
export type ReviewReason = { 
/**
 * In Chinese.
 */
zh: string, 
/**
 * In English.
 */
en: string, };

/**
 * A review: `POST` and `GET /api/records/{match_id}/review`.
 */
export type ReviewRun = { 
/**
 * The match.
 */
match_id: MatchId, 
/**
 * Whose decisions: the seat of whoever asks.
 */
seat: Seat, 
/**
 * Where it stands.
 */
state: ReviewState, 
/**
 * How much of the work is done, in thousandths.
 */
thousandths: number, 
/**
 * Reviews that began before it and are not finished.
 */
ahead: number, 
/**
 * What was found so far.
 */
review: ReviewView, };

/**
 * Where a review stands.
 */
export type ReviewState = "waiting" | "running" | "done";

/**
 * What the review of one match comes to.
 */
export type ReviewSummary = { 
/**
 * The match.
 */
match_id: MatchId, 
/**
 * The rule set.
 */
rules: string, 
/**
 * When the match ended.
 */
at: number, 
/**
 * Deals that were reviewed.
 */
deals: number, 
/**
 * Points won and lost.
 */
result: number, 
/**
 * What the mistakes cost, as a negative number of hundredths.
 */
play: number, 
/**
 * Half the width of the 95 % interval of `play`, in hundredths.
 */
play_within: number, 
/**
 * The rest of the result, in hundredths.
 */
luck: number, 
/**
 * Decisions that were compared.
 */
compared: number, 
/**
 * The mistakes by kind, the costliest first.
 */
kinds: Array<ReviewKindCost>, };

/**
 * What was found. `result` is `play` and `luck` together.
 */
export type ReviewView = { 
/**
 * The rule set.
 */
rules: string, 
/**
 * Decisions that were compared with an alternative. Those that are no mistakes count as equal.
 */
compared: number, 
/**
 * Points won and lost in the match.
 */
result: number, 
/**
 * What the mistakes cost, as a negative number of hundredths.
 */
play: number, 
/**
 * The rest of the result, in hundredths.
 */
luck: number, 
/**
 * The mistakes, the worst first.
 */
mistakes: Array<ReviewMistake>, 
/**
 * Deal by deal.
 */
deals: Array<ReviewDeal>, };

/**
 * The six digits people give each other.
 */
export type RoomCode = string;

/**
 * What lets anybody into a room: 128 random bits in its invitation.
 */
export type RoomLink = string;

/**
 * `GET /api/rooms`: a page of the public rooms in which somebody is.
 */
export type RoomList = { 
/**
 * The rooms, in an order drawn by lot for each reader.
 */
rooms: Array<RoomSummary>, 
/**
 * Asks for this page again, in the same order, as `?after=`.
 */
at: string, 
/**
 * Asks for the next page, as `?after=`; null on the last.
 */
next: string | null, };

/**
 * How a client names a room: by its code or by its link.
 */
export type RoomName = string;

/**
 * What is played in a room, and how. Everything but the rule set has a default.
 */
export type RoomSetup = { 
/**
 * The rule set's id.
 */
rules: string, 
/**
 * Its options; what is not named takes its default. The number of deals is one of them.
 */
options: { [name: string]: boolean | number | string }, 
/**
 * Seats at the table.
 */
seats: number, 
/**
 * Time for decisions; none: no limit.
 */
clock: ClockSetup | null, 
/**
 * The bot that takes free seats when the match starts; none: people must take them.
 */
bots: string | null, 
/**
 * Whether players may ask for hints.
 */
hints: boolean, 
/**
 * Whether the room stands in the public list.
 */
listed: boolean, 
/**
 * Whether people may watch.
 */
spectators: boolean, 
/**
 * Whether the same time passes after every discard, so that a pause betrays nobody.
 */
uniform_pause: boolean, 
/**
 * With the uniform pause: whether every claim window stays open for a drawn time, as long as people think, so that a long
 * one does not show that somebody could claim.
 */
window_hold: boolean, 
/**
 * One person alone learns the game: no clock, open hints, and its last discard may be taken back. The match is marked in the
 * history and counts in no figures.
 */
practice: boolean, };

/**
 * A room in a list.
 */
export type RoomSummary = { 
/**
 * Six digits.
 */
code: RoomCode, 
/**
 * What is played.
 */
setup: RoomSetup, 
/**
 * Where it stands.
 */
phase: Phase, 
/**
 * The host's name.
 */
host: Nickname | null, 
/**
 * People on seats.
 */
humans: number, 
/**
 * Bots on seats.
 */
bots: number, 
/**
 * People who watch.
 */
spectators: number, };

/**
 * A room as everybody in it sees it. Sent whole whenever it changes.
 */
export type RoomView = { 
/**
 * Six digits.
 */
code: RoomCode, 
/**
 * For the invitation.
 */
link: RoomLink, 
/**
 * Where it stands.
 */
phase: Phase, 
/**
 * The host; nobody once all have left.
 */
host: PlayerId | null, 
/**
 * What is played.
 */
setup: RoomSetup, 
/**
 * The seats in playing order.
 */
seats: Array<SeatView>, 
/**
 * Those in the room without a seat.
 */
spectators: Array<Player>, 
/**
 * Those who have knocked and wait to be let in.
 */
knocks: Array<Player>, 
/**
 * The match that is played, or was played last.
 */
match: MatchHead | null, 
/**
 * While a deal is over and the next one has not begun.
 */
next: NextView | null, 
/**
 * While a vote runs.
 */
dissolve: DissolveView | null, 
/**
 * While those who are waited for are hurried.
 */
hurry: HurryView | null, 
/**
 * Who plays alone has stopped the deal.
 */
paused: boolean, 
/**
 * The last start came to nothing; until the next one.
 */
void: VoidView | null, 
/**
 * How many starts came to nothing in this room, by player.
 */
voided: Array<VoidCount>, };

/**
 * `GET /api/rules/{id}`.
 */
export type RuleSetDetail = { 
/**
 * Its options as a JSON Schema with `x-zh`, `x-en`, `x-group`, `x-clause`, `x-visible-if`.
 */
options: OptionSchema, 
/**
 * Its fan table.
 */
fans: Array<FanView>, 
/**
 * Every other term its explanations use.
 */
terms: Array<TermView>, 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: Words, 
/**
 * One line for the menu.
 */
pitch: Words, 
/**
 * The numbers of players it allows.
 */
seats: Array<number>, 
/**
 * Tiles of a full set.
 */
tiles: number, 
/**
 * Version of its rules.
 */
version: number, };

/**
 * What a player has done under one rule set.
 */
export type RulesStatistics = { 
/**
 * The rule set.
 */
rules: string, 
/**
 * Matches.
 */
matches: number, 
/**
 * Deals of these matches.
 */
deals: number, 
/**
 * How often the player came first, second, third, fourth.
 */
ranks: Array<number>, 
/**
 * How the deals went.
 */
tally: Tally, 
/**
 * The dearest win.
 */
best: BestWin | null, 
/**
 * The match of the dearest win.
 */
best_match: MatchId | null, };

/**
 * A seat, 0..n-1 in playing order (seat+1 is 下家, the next to play).
 */
export type Seat = number;

/**
 * A seat.
 */
export type SeatView = { 
/**
 * Who is on it; nobody.
 */
occupant: Occupant | null, 
/**
 * Ready to start (bots always are).
 */
ready: boolean, 
/**
 * 托管: it is played for. In a deal, others see a change with the seat's own turn.
 */
auto: boolean, };

/**
 * A payment with its explanation, as it is shown.
 */
export type SeenEntry = { 
/**
 * Its number.
 */
id: EntryId, 
/**
 * Who pays.
 */
from: Seat, 
/**
 * Who is paid.
 */
to: Seat, 
/**
 * How much.
 */
points: number, 
/**
 * Anchor in the rule book.
 */
clause: string, 
/**
 * What it is, in Chinese.
 */
zh: string, 
/**
 * What it is, in English.
 */
en: string, 
/**
 * The entry it pays back.
 */
reverses: EntryId | null, 
/**
 * How the amount comes about.
 */
steps: Array<SeenStep>, };

/**
 * An event as one viewer sees it.
 */
export type SeenEvent = { "type": "began", dealer: Seat, seats: number, dice: Array<number>, } | { "type": "dealt", seat: Seat, count: number, tiles: Array<Tile> | null, } | { "type": "drew", seat: Seat, tile?: Tile, 
/**
 * The front, if it is not said.
 */
from?: WallEnd, } | { "type": "set_aside", seat: Seat, tile: Tile | null, why: Aside, } | { "type": "turned_up", seat: Seat, tile: Tile, why: Aside, } | { "type": "laid", seat: Seat, tile: Tile, } | { "type": "discarded", seat: Seat, tile: Tile, drawn?: boolean, } | { "type": "melded", seat: Seat, meld: SeenMeld, } | { "type": "robbed", seat: Seat, tile: Tile, } | { "type": "declared", seat: Seat, what: Declaration, } | { "type": "floated", seat: Seat, points: number, } | { "type": "rolled", seat: Seat, die: number, } | { "type": "won", seat: Seat, from: Seat | null, source: Source, tile: Tile | null, } | { "type": "shown", seat: Seat, tiles: Array<Tile>, } | { "type": "posted", entry: SeenEntry, } | { "type": "ended", how: End, };

/**
 * A meld as one viewer sees it: a face-down one has no tiles.
 */
export type SeenMeld = { 
/**
 * What it is.
 */
kind: MeldKind, 
/**
 * Its tiles, ascending; absent while face down.
 */
tiles: Array<Tile> | null, 
/**
 * The claimed tile; absent while face down.
 */
claimed: Tile | null, 
/**
 * Where it came from.
 */
from: Seat, };

/**
 * One line of an explanation, as it is shown.
 */
export type SeenStep = { 
/**
 * Fan, event or rule.
 */
id: string, 
/**
 * Its name in Chinese.
 */
zh: string, 
/**
 * Its name in English.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, 
/**
 * What it does.
 */
op: Op, 
/**
 * With which number.
 */
n: number, };

/**
 * One message. `E` and `W` are the rule set's own part of a view; messages that carry none leave them at `()`.
 */
export type ServerMessage<E = null, W = null> = { "type": "welcome", 
/**
 * [`PROTOCOL`](crate::PROTOCOL).
 */
protocol: string, 
/**
 * Who you are.
 */
player: Player, 
/**
 * Rooms you are in, the latest first: `enter` leads back.
 */
rooms: Array<RoomCode>, 
/**
 * The server's clock.
 */
now: number, } | { "type": "ack", 
/**
 * The message.
 */
id: number, } | { "type": "error", 
/**
 * The message.
 */
id: number | null, 
/**
 * Which reason.
 */
code: ErrorCode, 
/**
 * What was wrong and what would be right, in Chinese.
 */
zh: string, 
/**
 * The same in English.
 */
en: string, } | { "type": "knocking", 
/**
 * Where.
 */
room: RoomCode, 
/**
 * When nobody is taken to answer any more.
 */
until: number, } | { "type": "room", 
/**
 * The room.
 */
room: RoomView, } | { "type": "snapshot", 
/**
 * Names this row of updates; given back in `enter`.
 */
stream: string, 
/**
 * The number of the last update that is in it.
 */
seq: number, 
/**
 * The match as you see it.
 */
table: TableView<E, W>, } | { "type": "update", 
/**
 * One more than the last.
 */
seq: number, 
/**
 * What happened, for sounds and motion; the patch alone gives the state.
 */
events: Array<SeenEvent>, 
/**
 * What changed.
 */
patch: TablePatch<E, W>, 
/**
 * Now and then: the hash of `table.view` after the patch.
 */
hash?: string, } | { "type": "hint", 
/**
 * The decision.
 */
decision: DecisionId, 
/**
 * What each discard leaves, what to do, and why.
 */
hint: Hint, } | { "type": "phrase", 
/**
 * Who.
 */
seat: Seat, 
/**
 * What.
 */
phrase: string, } | { "type": "closed", 
/**
 * Why.
 */
reason: CloseReason, } | { "type": "pong", 
/**
 * The server's clock.
 */
now: number, };

/**
 * A server's signature under a record.
 */
export type Signed = { 
/**
 * The server's public key.
 */
key: string, 
/**
 * Ed25519 over the digest.
 */
signature: string, };

/**
 * Where a client that comes back stands.
 */
export type Since = { 
/**
 * The `stream` of the snapshot it began with.
 */
stream: string, 
/**
 * The `seq` of the last update it has seen (or of that snapshot).
 */
seq: number, };

/**
 * How a win came about.
 */
export type Source = "self_draw" | "discard" | "rob_kong";

/**
 * What a phase looks like from outside: its name and whose move it is, as far as everybody may know.
 */
export type Stage = { 
/**
 * Name of the phase.
 */
name: string, 
/**
 * Whose turn it is, or whose tile is in question.
 */
seat: Seat | null, 
/**
 * The tile in question, if there is one.
 */
tile?: Tile, };

/**
 * `GET /api/history/statistics`: counted over the player's latest matches.
 */
export type Statistics = { 
/**
 * By rule set, the most played first.
 */
rules: Array<RulesStatistics>, 
/**
 * The matches, the earliest first.
 */
points: Array<MatchPoint>, };

/**
 * `GET /api/records/{match_id}`: what `sifang replay` checks, and who played.
 */
export type StoredRecord = { 
/**
 * The match: terms, secrets, nonces, commands, results.
 */
record: Record, 
/**
 * Who sat where.
 */
seats: Array<RecordSeat>, 
/**
 * When it ended.
 */
at: number, 
/**
 * It was dissolved before its end.
 */
dissolved: boolean, };

/**
 * What changed of a [`TableView`](crate::TableView).
 */
export type TablePatch<E, W> = { 
/**
 * The next deal.
 */
deal?: number, 
/**
 * Its dealer.
 */
dealer?: Seat, 
/**
 * New totals.
 */
totals?: Array<number>, 
/**
 * Finished deals.
 */
results?: Tail<DealLine>, 
/**
 * More has been revealed.
 */
fairness?: Fairness, 
/**
 * The deal.
 */
view?: ViewDelta<E, W>, 
/**
 * Payments.
 */
entries?: Tail<SeenEntry>, 
/**
 * Running time.
 */
clock?: Clock | null, 
/**
 * The end.
 */
over?: MatchOver | null, };

/**
 * A match as one viewer sees it, complete. `E` and `W` are the rule set's own part of the view.
 */
export type TableView<E, W> = { 
/**
 * The match.
 */
match_id: MatchId, 
/**
 * Number of the deal, from 1.
 */
deal: number, 
/**
 * Who deals.
 */
dealer: Seat, 
/**
 * Points of all finished deals (and final corrections), by seat.
 */
totals: Array<number>, 
/**
 * The finished deals, from the first.
 */
results: Array<DealLine>, 
/**
 * What lets everybody check the walls.
 */
fairness: Fairness, 
/**
 * The deal.
 */
view: View<E, W>, 
/**
 * The payments of this deal that the viewer may know, in the order it came to know them.
 */
entries: Array<SeenEntry>, 
/**
 * Whose time runs; none: nobody's, as far as the viewer may know.
 */
clock: Clock | null, 
/**
 * The end of the match, once it is there.
 */
over: MatchOver | null, };

/**
 * A list that keeps its beginning: the first `keep` elements stay, `add` follows them.
 */
export type Tail<T> = { 
/**
 * How many stay.
 */
keep: number, 
/**
 * What comes after them.
 */
add: Array<T>, };

/**
 * How the deals of a match went for a player.
 */
export type Tally = { 
/**
 * Deals in which the player won.
 */
wins: number, 
/**
 * Deals in which it won by its own draw.
 */
self_draws: number, 
/**
 * Deals in which somebody won on its tile.
 */
deal_ins: number, };

/**
 * A term that explanations use.
 */
export type TermView = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name.
 */
name: Words, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * The same words in both languages.
 */
export type Text = { 
/**
 * Simplified Chinese.
 */
zh: string, 
/**
 * English.
 */
en: string, };

/**
 * A thrown tile. What is not so is not said: most of these are neither.
 */
export type ThrownView = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * Its place among all thrown tiles of the deal: the highest is the latest.
 */
order: number, 
/**
 * It was thrown as drawn.
 */
drawn?: boolean, 
/**
 * It lies sideways: a declaration went with it.
 */
declared?: boolean, 
/**
 * Somebody won on it.
 */
won?: boolean, 
/**
 * Nobody can claim it.
 */
dead?: boolean, };

/**
 * A kind of tile, 0..42: 27 suited, 7 honours, 8 flowers.
 */
export type Tile = string;

/**
 * What proves that a connection is a player's: 256 random bits. The server keeps only its hash.
 */
export type Token = string;

/**
 * `GET /api/me/tokens`.
 */
export type TokenList = { 
/**
 * The devices, the latest first.
 */
tokens: Array<TokenView>, 
/**
 * Whether there is a recovery code.
 */
recovery: boolean, 
/**
 * A device that has not been here for so many days is signed out; 0: never.
 */
days: number, };

/**
 * A device on which a player is signed in.
 */
export type TokenView = { 
/**
 * Revokes it: `DELETE /api/me/tokens/{id}`.
 */
id: KeyId, 
/**
 * What it called itself; empty if it did not say.
 */
device: string, 
/**
 * When it signed in.
 */
created: number, 
/**
 * When it was last here, to the hour.
 */
used: number, 
/**
 * It is the one that asks.
 */
current: boolean, };

/**
 * What can be said of a part.
 */
export type VerdictFinding = "walls_hold" | "walls_fail" | "walls_open" | "moves_hold" | "moves_fail" | "moves_open" | "points_hold" | "points_fail" | "points_open" | "end_reached" | "end_cut_short" | "end_beyond" | "end_open" | "known_same" | "known_signed" | "known_other" | "not_known" | "nobody_asked" | "signed_by_key" | "not_signed_by_key" | "signature_good" | "signature_bad" | "signature_strange" | "signature_open" | "not_signed" | "promise_same" | "promise_other" | "promise_unknown" | "names_not_covered";

/**
 * The verdict all in all.
 */
export type VerdictOutcome = "proven" | "unproven" | "fails";

/**
 * A part of a verdict.
 */
export type VerdictPart = "walls" | "moves" | "points" | "end" | "known" | "signature" | "promise" | "names";

/**
 * How it stands with a part.
 */
export type VerdictState = "holds" | "fails" | "open" | "aside";

/**
 * `POST /api/verify`: one verdict on a record, made of named parts.
 */
export type VerdictView = { 
/**
 * All in all: `proven` only if every part that counts holds.
 */
verdict: VerdictOutcome, 
/**
 * The same in words.
 */
text: Words, 
/**
 * Nothing is wrong, and walls, moves and points hold.
 */
holds: boolean, 
/**
 * The parts.
 */
parts: Array<PartView>, 
/**
 * SHA-256 of the record without its signature.
 */
digest: string, 
/**
 * The public key that signed it, if the signature fits.
 */
key: string | null, 
/**
 * Deals in the record.
 */
deals: number, 
/**
 * Commands that were played again.
 */
commands: number, };

/**
 * A deal as one viewer sees it.
 */
export type View<E, W> = { 
/**
 * The rule set.
 */
rules: string, 
/**
 * The viewer's seat; none for a spectator or a record.
 */
seat: Seat | null, 
/**
 * The dealer.
 */
dealer: Seat, 
/**
 * Tiles left for normal draws.
 */
wall: number, 
/**
 * Tiles in the dead wall.
 */
dead_wall: number, 
/**
 * Where the deal stands, as far as everybody may know; none when it is over.
 */
stage: Stage | null, 
/**
 * How it ended, if it is over.
 */
end: End | null, 
/**
 * The seats in order.
 */
players: Array<PlayerView>, 
/**
 * What lies aside and belongs to nobody (an indicator), or to a seat: flowers, sea tiles,
 * birds; unknown tiles are absent.
 */
aside: Array<AsideView>, 
/**
 * What the viewer is asked, if it is.
 */
prompt: Prompt | null, 
/**
 * Wins so far, as far as the viewer may know them.
 */
wins: Array<WinView<W>>, 
/**
 * What the rule set adds.
 */
extra: E, };

/**
 * What changed of a [`View`](sifang_table::View).
 */
export type ViewDelta<E, W> = { 
/**
 * The dealer.
 */
dealer?: Seat, 
/**
 * Tiles left.
 */
wall?: number, 
/**
 * Tiles in the dead wall.
 */
dead_wall?: number, 
/**
 * Where the deal stands.
 */
stage?: Stage | null, 
/**
 * How it ended.
 */
end?: End | null, 
/**
 * The seats that changed, by number.
 */
players?: { [seat: string]: PlayerDelta }, 
/**
 * What lies aside.
 */
aside?: Array<AsideView>, 
/**
 * The question to the viewer.
 */
prompt?: Prompt | null, 
/**
 * Wins.
 */
wins?: Array<WinView<W>>, 
/**
 * The rule set's own part.
 */
extra?: E, };

/**
 * How many starts were void by a player.
 */
export type VoidCount = { 
/**
 * Who.
 */
player: Player, 
/**
 * How many, since the room was opened.
 */
starts: number, };

/**
 * Why a start was void.
 */
export type VoidReason = "no_commitment" | "no_nonce" | "left";

/**
 * A start that was void: nothing of it is ever used.
 */
export type VoidView = { 
/**
 * By whom.
 */
by: Array<Player>, 
/**
 * Why.
 */
reason: VoidReason, };

/**
 * Who has agreed to go on without the nonce of a seat.
 */
export type WaiveView = { 
/**
 * Whose nonce.
 */
seat: Seat, 
/**
 * Who has agreed. When all others have, it counts as missing.
 */
by: Array<Seat>, };

/**
 * Which end of the wall a tile came from.
 */
export type WallEnd = "front" | "back";

/**
 * A win, as the result of a deal lists it.
 */
export type Win<W> = { 
/**
 * Who won.
 */
seat: Seat, 
/**
 * How.
 */
source: Source, 
/**
 * From whom; none on a self-draw.
 */
from: Seat | null, 
/**
 * The winning tile, where there is one.
 */
tile: Tile | null, 
/**
 * What the hand is worth, in the rule set's own unit.
 */
total: number, } & W;

/**
 * One win of a record.
 */
export type WinRecord = { 
/**
 * Who won.
 */
seat: Seat, 
/**
 * How.
 */
source: Source, 
/**
 * From whom; none on a self-draw.
 */
from: Seat | null, 
/**
 * What the hand was worth, in the rule set's own unit.
 */
total: number, };

/**
 * A win as a viewer sees it.
 */
export type WinView<W> = { 
/**
 * Who won.
 */
seat: Seat, 
/**
 * From whom.
 */
from: Seat | null, 
/**
 * Everything else, once the viewer may know it.
 */
detail: Win<W> | null, };

/**
 * The same words in both languages.
 */
export type Words = { 
/**
 * Chinese.
 */
zh: string, 
/**
 * English.
 */
en: string, };

/**
 * What a viewer sees beyond the common view.
 */
export type WuxiExtra = { 
/**
 * Flower count of each seat from what lies open, and for the viewer's own seat also its closed honour triplets.
 */
flowers: Array<number>, };

/**
 * What a win of `wuxi` notes beside its total.
 */
export type WuxiWinFacts = { 
/**
 * Flowers counted.
 */
flowers: number, };

/**
 * Points of one seat by their cause; payments are negative, and all fields together are its balance.
 */
export type XuezhanAccount = { 
/**
 * Won and lost by wins.
 */
wins: number, 
/**
 * Collected for own kongs.
 */
kongs_collected: number, 
/**
 * Paid for others' kongs.
 */
kongs_paid: number, 
/**
 * Kong money handed over to or by a winner.
 */
transfers: number, 
/**
 * Kong money returned at a draw.
 */
refunds: number, 
/**
 * Pigs and ready check.
 */
draw: number, 
/**
 * Burial fines.
 */
burial: number, };

/**
 * What a hand waits for after a discard.
 */
export type XuezhanAfterDiscard = { 
/**
 * The discard.
 */
discard: Tile, 
/**
 * The waits after it.
 */
waits: Array<XuezhanWaitView>, };

/**
 * What a viewer sees beyond the common view.
 */
export type XuezhanExtra = { 
/**
 * Void suit of each seat: `m`, `p`, `s`, or `none` after a mixed burial; absent where the viewer may not know it.
 */
void: Array<string | null>, 
/**
 * Seats that have chosen their burial.
 */
buried: Array<boolean>, 
/**
 * Seats that have declared ready.
 */
declared: Array<boolean>, 
/**
 * 过手胡: the viewer wins on others' tiles only with more fan than this.
 */
needs_more_than: number | null, 
/**
 * What the viewer's hand waits for.
 */
waits: Array<XuezhanWaitView>, 
/**
 * What it would wait for after each discard that leaves it ready, in its own turn.
 */
discards: Array<XuezhanAfterDiscard>, 
/**
 * Where each seat's points of this hand come from.
 */
accounts: Array<XuezhanAccount>, 
/**
 * How the hand was settled, once it is over.
 */
settlement: XuezhanSettlement | null, 
/**
 * Who deals next, once the hand is over.
 */
next_dealer: XuezhanNextDealerView | null, };

/**
 * Who deals next, and why.
 */
export type XuezhanNextDealerView = { 
/**
 * Who.
 */
seat: Seat, 
/**
 * Why, in Chinese.
 */
zh: string, 
/**
 * Why, in English.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * A ready seat and its best wait.
 */
export type XuezhanReadySeat = { 
/**
 * Who.
 */
seat: Seat, 
/**
 * Its best wait.
 */
best: XuezhanWaitView, };

/**
 * How a hand was settled.
 */
export type XuezhanSettlement = { 
/**
 * Pigs.
 */
pigs: Array<Seat>, 
/**
 * Seats that were ready at a draw, with their best wait.
 */
ready: Array<XuezhanReadySeat>, 
/**
 * Seats that were not.
 */
unready: Array<Seat>, 
/**
 * Seats that buried tiles of several suits.
 */
mixed: Array<Seat>, };

/**
 * A wait, scored as a plain win on a discard.
 */
export type XuezhanWaitView = { 
/**
 * The tile.
 */
tile: Tile, 
/**
 * Its fan.
 */
total: number, 
/**
 * Its points.
 */
points: number, };

/**
 * What a win of `xuezhan` notes beside its total.
 */
export type XuezhanWinFacts = { 
/**
 * What a payer pays that pays once.
 */
points: number, 
/**
 * The fans that count.
 */
fans: Array<string>, };

export type ErrorCode = "action/stale" | "action/not_a_choice" | "action/not_asked" | "action/answered" | "action/deal_over" | "match/none" | "nonce/closed" | "nonce/sent" | "nonce/uncommitted" | "nonce/early" | "nonce/mismatch" | "seat/taken" | "seat/empty" | "seat/unknown" | "seat/none" | "room/full" | "room/not_found" | "room/damaged" | "room/not_host" | "room/playing" | "room/none" | "room/refused" | "room/private" | "player/none" | "room/not_ready" | "room/too_few" | "room/too_many" | "room/too_many_here" | "room/too_many_listed" | "room/paused" | "room/not_alone" | "practice/only" | "practice/nothing" | "vote/none" | "vote/limit" | "hurry/early" | "hurry/clock" | "options/invalid" | "setup/invalid" | "rules/unknown" | "bot/unknown" | "phrase/unknown" | "hint/off" | "message/malformed" | "message/unknown" | "message/too_large" | "message/order" | "message/unexpected" | "protocol/version" | "auth/token" | "auth/recovery" | "nickname/invalid" | "nickname/reserved" | "passkey/unavailable" | "passkey/refused" | "passkey/full" | "account/confirm" | "request/not_found" | "record/unplayable" | "request/invalid" | "rate/exceeded" | "lab/running" | "lab/full" | "lab/invalid" | "review/not_yours" | "review/running" | "spectators/off" | "server/busy" | "server/internal";

export const PHRASES = [{ id: "hello", zh: "大家好！", en: "Hello everybody!" }, { id: "hurry", zh: "快点吧，我等到花儿也谢了", en: "Hurry up, the flowers have withered" }, { id: "nice", zh: "打得好！", en: "Well played!" }, { id: "lucky", zh: "手气真好", en: "What luck" }, { id: "sorry", zh: "不好意思", en: "Sorry" }, { id: "thanks", zh: "谢谢！", en: "Thank you!" }, { id: "moment", zh: "稍等一下", en: "One moment, please" }, { id: "back", zh: "我回来了", en: "I am back" }, { id: "again", zh: "再来一局！", en: "Once more!" }, { id: "bye", zh: "下次再玩", en: "See you next time" }, { id: "smile", zh: "😊", en: "a smile 😊" }, { id: "laugh", zh: "😂", en: "a laugh 😂" }, { id: "cry", zh: "😭", en: "tears 😭" }, { id: "angry", zh: "😤", en: "a huff 😤" }, { id: "cheer", zh: "🎉", en: "a cheer 🎉" }] as const;

/** The computer players by seat. */
export const BOT_NAMES = [{ zh: "阿茶", en: "Acha" }, { zh: "小舟", en: "Xiaozhou" }, { zh: "老简", en: "Laojian" }, { zh: "竹青", en: "Zhuqing" }] as const;

/** The rule sets. */
export type RuleSetId = "xuezhan" | "anhua" | "jingji" | "wuxi" | "hongzhong";

/** What a rule set adds to a view. */
export type AnyExtra = XuezhanExtra | AnhuaExtra | JingjiExtra | WuxiExtra | HongzhongExtra;

/** What a rule set notes of a win. */
export type AnyWinFacts = XuezhanWinFacts | AnhuaWinFacts | JingjiWinFacts | WuxiWinFacts | HongzhongWinFacts;

/** A view; `rules` says which. */
export type AnyView = ({ rules: "xuezhan" } & View<XuezhanExtra, XuezhanWinFacts>) | ({ rules: "anhua" } & View<AnhuaExtra, AnhuaWinFacts>) | ({ rules: "jingji" } & View<JingjiExtra, JingjiWinFacts>) | ({ rules: "wuxi" } & View<WuxiExtra, WuxiWinFacts>) | ({ rules: "hongzhong" } & View<HongzhongExtra, HongzhongWinFacts>);

/** A client's frame: a message and its number. */
export type ClientFrame = { id: number } & ClientMessage;

/** A server's frame. */
export type ServerFrame = ServerMessage<AnyExtra, AnyWinFacts>;
