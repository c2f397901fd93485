// Generated from the types of sifang-query, sifang-rules and sifang-lab; do not edit. `UPDATE=1 cargo test
// -p sifang-proto --features ts` writes it anew.
/* eslint-disable */

import type { Op, Seat, SeenStep, Text, Tile } from './protocol';

/**
 * The answer to a request.
 */
export type AnhuaAnswer = AnhuaWin | AnhuaWaits | AnhuaFinal;

/**
 * One correction of the totals.
 */
export type AnhuaCorrection = { 
/**
 * What it adds to each seat.
 */
deltas: Array<number>, 
/**
 * Chinese name.
 */
zh: string, 
/**
 * English name.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * The totals of a match after its corrections.
 */
export type AnhuaFinal = { 
/**
 * By seat.
 */
final: Array<number>, 
/**
 * What was added, in order.
 */
corrections: Array<AnhuaCorrection>, };

/**
 * 王的分类: what the kings of a hand are called.
 */
export type AnhuaKingClass = "none" | "single" | "three" | "four" | "six" | "seven";

/**
 * The winning tiles of a hand.
 */
export type AnhuaWaits = { 
/**
 * Whether the hand is tenpai, be its winning tiles still there or not.
 */
tenpai: boolean, 
/**
 * Each winning tile and the total when it is drawn.
 */
waits: { [key in Tile]: number }, };

/**
 * The value of a described win.
 */
export type AnhuaWin = { 
/**
 * Counted fans, by id.
 */
fans: Array<FanLine>, 
/**
 * 牌型分.
 */
total: number, 
/**
 * The class of its kings.
 */
king_class: AnhuaKingClass, 
/**
 * The tile won on; none where the dealt hand wins.
 */
winning_tile: Tile | null, 
/**
 * What each seat wins or loses by this winner.
 */
deltas: Array<number>, 
/**
 * How the amount comes about that a payer without additions pays.
 */
lines: Array<SeenStep>, 
/**
 * Who pays whom.
 */
payments: Array<PaymentLine>, 
/**
 * The kinds that are wild here.
 */
wilds: Array<Tile>, 
/**
 * How the hand was read, group by group; empty for wins that look at no shape.
 */
reading: Array<ReadGroup>, 
/**
 * Fans that seem to be there and do not count.
 */
not_counted: Array<NotCounted>, };

/**
 * One piece of a section.
 */
export type Block = { "kind": "heading", 
/**
 * Its words.
 */
text: string, } | { "kind": "text", 
/**
 * Its words.
 */
spans: Array<Span>, } | { "kind": "item", 
/**
 * Its anchor.
 */
id: string | null, 
/**
 * Its number, where the list has numbers.
 */
number: number | null, 
/**
 * Its words.
 */
spans: Array<Span>, } | { "kind": "fans" } | { "kind": "options" } | { "kind": "example", 
/**
 * Its name.
 */
name: string, };

/**
 * A rule book in one language.
 */
export type Book = { 
/**
 * The rule set.
 */
id: string, 
/**
 * The book's title.
 */
title: string, 
/**
 * Its sections.
 */
sections: Array<Section>, 
/**
 * Where the rules come from.
 */
source: Text, 
/**
 * The version of the rules as they are played here.
 */
version: number, 
/**
 * Other names of fans and clauses.
 */
names: Array<OtherName>, 
/**
 * Combinations of fans that have a name, and what the engine pays for them.
 */
combinations: Array<Combination>, 
/**
 * The fan table.
 */
fans: Array<BookFan>, 
/**
 * Example wins that sections show by name.
 */
examples: Array<Example>, 
/**
 * Of each clause, the code that carries it out and the cases that show it.
 */
pointers: { [key in string]: Pointers }, };

/**
 * One line of the fan table, with its examples.
 */
export type BookFan = { 
/**
 * Wins that have it.
 */
examples: Array<Example>, 
/**
 * Stable id.
 */
id: string, 
/**
 * Its name.
 */
name: Text, 
/**
 * Its value; 0 where options decide.
 */
value: number, 
/**
 * Anchor in the rule book.
 */
clause: string, 
/**
 * When it counts.
 */
when: Text, };

/**
 * A worked case.
 */
export type CasePointer = { 
/**
 * Its name.
 */
id: string, 
/**
 * What it is for.
 */
why: string, };

/**
 * How much can be said of a difference. The interval beside it always agrees.
 */
export type Certainty = "unknown" | "likely" | "certain";

/**
 * An option in which A and B differ.
 */
export type Changed = { 
/**
 * Its name in files.
 */
option: string, 
/**
 * Its name for people.
 */
label: Text, 
/**
 * Its clause in the rule book.
 */
clause: string, 
/**
 * Its value in A, for people.
 */
a: Text, 
/**
 * Its value in B, for people.
 */
b: Text, };

/**
 * A name that requests and answers use, and what people read.
 */
export type Choice = { 
/**
 * As it is written.
 */
name: string, 
/**
 * As it is read.
 */
label: Text, };

/**
 * Fans that have a name together.
 */
export type Combination = { 
/**
 * The name, in Chinese.
 */
name: string, 
/**
 * The fans; none for the name of everything that is worth as much.
 */
fans: Array<string>, 
/**
 * What it is worth, under the default options.
 */
worth: number, };

/**
 * A difference A − B with its interval.
 */
export type Difference = { 
/**
 * A − B.
 */
value: number, 
/**
 * Lower end of the 95 % interval.
 */
low: number, 
/**
 * Upper end of it.
 */
high: number, 
/**
 * How much can be said of it.
 */
certainty: Certainty, };

/**
 * How often each value occurred.
 */
export type Distribution = { 
/**
 * Its id.
 */
id: string, 
/**
 * Value and count under A, in the order of the values.
 */
a: Array<[number, number]>, 
/**
 * The same under B.
 */
b: Array<[number, number]>, 
/**
 * Simplified Chinese.
 */
zh: string, 
/**
 * English.
 */
en: string, };

/**
 * A number with its interval.
 */
export type Estimate = { 
/**
 * The number.
 */
value: number, 
/**
 * Lower end of the 95 % interval.
 */
low: number, 
/**
 * Upper end of it.
 */
high: number, 
/**
 * What was summed, before dividing.
 */
sum: number, };

/**
 * An example win.
 */
export type Example = { 
/**
 * The name under which a section shows it; none for examples of the fan table.
 */
name: string | null, 
/**
 * What is to be seen, in both languages.
 */
note: Text, 
/**
 * The win, as `sifang score` reads it.
 */
request: Request, 
/**
 * What the engine says.
 */
answer: Score, };

/**
 * One fan of an answer.
 */
export type FanLine = { 
/**
 * Its id.
 */
id: string, 
/**
 * The value of one.
 */
value: number, 
/**
 * How often it counts.
 */
count: number, };

/**
 * One sentence.
 */
export type Finding = { 
/**
 * The statistic it is about.
 */
id: string, 
/**
 * In Chinese.
 */
zh: string, 
/**
 * In English.
 */
en: string, 
/**
 * How much can be said of the difference it is about.
 */
certainty: Certainty, };

/**
 * The form of a rule set's score requests, with the tiles there are.
 */
export type Form = { 
/**
 * Each tile and how many copies there are.
 */
tiles: Array<[Tile, number]>, 
/**
 * The numbers of players.
 */
seats: Array<number>, 
/**
 * Closed tiles of a hand without melds, without the winning tile; every meld takes three.
 */
hand: number, 
/**
 * The melds there are.
 */
melds: Array<MeldChoice>, 
/**
 * The ways to win.
 */
sources: Array<Choice>, 
/**
 * Circumstances of a win (the field `context`).
 */
flags: Array<FormFlag>, 
/**
 * How many circumstances a request may name.
 */
most_flags: number, 
/**
 * Everything else that a request may say.
 */
fields: Array<FormField>, 
/**
 * What the numbers of an answer and of a wait mean.
 */
figures: Array<Choice>, };

/**
 * A fact of its own.
 */
export type FormField = { 
/**
 * As it is written.
 */
name: string, 
/**
 * As it is read.
 */
label: Text, 
/**
 * What it takes.
 */
kind: Kind, 
/**
 * It is asked for only when one of these holds; empty: always.
 */
when: Array<Need>, 
/**
 * Whether a request for waits has it too.
 */
waits: boolean, };

/**
 * A circumstance of a win.
 */
export type FormFlag = { 
/**
 * As it is written.
 */
name: string, 
/**
 * As it is read.
 */
label: Text, 
/**
 * The ways to win it goes with.
 */
sources: Array<string>, 
/**
 * What it does to the winning tile.
 */
tile: WinningTile, };

/**
 * What belongs together on the screen.
 */
export type Group = "match" | "deal" | "winners" | "source" | "points" | "seat" | "seat_wins" | "fan" | "fan_income" | "payment" | "clause";

/**
 * The value of a described win.
 */
export type HongzhongAnswer = { 
/**
 * Counted fans, by id.
 */
fans: Array<FanLine>, 
/**
 * Their sum.
 */
raw: number, 
/**
 * The sum, capped.
 */
total: number, 
/**
 * Who pays, by seat.
 */
payers: Array<HongzhongPayer>, 
/**
 * What each seat wins or loses.
 */
deltas: Array<number>, 
/**
 * How the amount comes about that a payer without additions pays.
 */
lines: Array<SeenStep>, 
/**
 * Who pays whom.
 */
payments: Array<PaymentLine>, 
/**
 * The kinds that are wild here.
 */
wilds: Array<Tile>, 
/**
 * How the hand was read, group by group; empty for wins that look at no shape.
 */
reading: Array<ReadGroup>, 
/**
 * Fans that seem to be there and do not count.
 */
not_counted: Array<NotCounted>, };

/**
 * What one seat pays.
 */
export type HongzhongPayer = { 
/**
 * Who.
 */
seat: Seat, 
/**
 * Fan that catching it adds.
 */
catch: number, 
/**
 * Capped fan it pays for.
 */
total: number, 
/**
 * How much it pays.
 */
amount: number, };

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
 * The value of a described win.
 */
export type JingjiAnswer = { 
/**
 * Formula, fixed points or penalty.
 */
method: JingjiMethod, 
/**
 * Counted fans, by id.
 */
fans: Array<FanLine>, 
/**
 * Counted fu items, by id.
 */
fu_items: Array<FanLine>, 
/**
 * m.
 */
fu: number, 
/**
 * n.
 */
fan: number, 
/**
 * What the winner gets for the hand.
 */
total: number, 
/**
 * What each seat wins or loses, stakes included.
 */
deltas: Array<number>, 
/**
 * How the amount comes about that a payer without additions pays.
 */
lines: Array<SeenStep>, 
/**
 * Who pays whom.
 */
payments: Array<PaymentLine>, 
/**
 * The kinds that are wild here.
 */
wilds: Array<Tile>, 
/**
 * How the hand was read, group by group; empty for wins that look at no shape.
 */
reading: Array<ReadGroup>, 
/**
 * Fans that seem to be there and do not count.
 */
not_counted: Array<NotCounted>, };

/**
 * How a win is valued.
 */
export type JingjiMethod = "formula" | "fixed" | "penalty";

/**
 * The winning tiles of a hand.
 */
export type JingjiWaits = { 
/**
 * Each winning tile and its points as an ordinary win by discard.
 */
waits: { [key in Tile]: number }, 
/**
 * The hand has what a ready call needs of yaku.
 */
ready_ok: boolean, };

/**
 * What a field takes.
 */
export type Kind = "tile" | { "tiles": number } | "flowers" | { "word": Array<Choice> } | "seat" | { "seats": number } | { "numbers": number } | { "words": Array<Choice> } | "flag";

/**
 * How words look.
 */
export type Look = "plain" | "strong" | "code" | "tiles" | "link";

/**
 * One kind of meld.
 */
export type MeldChoice = { 
/**
 * As it is written.
 */
name: string, 
/**
 * As it is read.
 */
label: Text, 
/**
 * From whom its tile comes.
 */
from: MeldFrom, };

/**
 * From whom a meld may come.
 */
export type MeldFrom = "nobody" | "previous" | "other";

/**
 * When a field is asked for.
 */
export type Need = { "source": string } | { "option": [string, string] } | { "option_not": [string, string] };

/**
 * A fan that seems to be there and does not count.
 */
export type NotCounted = { 
/**
 * Its id.
 */
id: string, 
/**
 * Chinese name.
 */
zh: string, 
/**
 * English name.
 */
en: string, 
/**
 * Where the rule book has the fan.
 */
clause: string, 
/**
 * Why it does not count.
 */
why: WhyNotCounted, };

/**
 * A name that players use for something that the book calls otherwise.
 */
export type OtherName = { 
/**
 * The name, in Chinese.
 */
name: string, 
/**
 * The clause that it stands for.
 */
clause: string, 
/**
 * The rules do not have it; the clause says what they have.
 */
absent: boolean, };

/**
 * One payment of an answer.
 */
export type PaymentLine = { 
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
 * How this amount comes about.
 */
steps: Array<SeenStep>, };

/**
 * A place in the code.
 */
export type Place = { 
/**
 * Path from the root of the repository.
 */
file: string, 
/**
 * From 1.
 */
line: number, };

/**
 * What points at a clause.
 */
export type Pointers = { 
/**
 * Where the code names it.
 */
places: Array<Place>, 
/**
 * The worked cases that show it.
 */
cases: Array<CasePointer>, };

/**
 * One group of a hand as it was read.
 */
export type ReadGroup = { 
/**
 * What it is.
 */
kind: ReadKind, 
/**
 * Its tiles as they lie.
 */
tiles: Array<Tile>, 
/**
 * What each of them stands for: itself, but for wilds.
 */
stands: Array<Tile>, 
/**
 * It was laid down before the win.
 */
meld: boolean, 
/**
 * The place of the winning tile among them.
 */
won: number | null, };

/**
 * What a group is.
 */
export type ReadKind = "run" | "triplet" | "kong" | "pair" | "orphans" | "single";

/**
 * Why a request gets no score: a stable code, and a sentence for people.
 */
export type Refusal = { 
/**
 * The code: `not_a_win` or `illegal:…`.
 */
error: string, 
/**
 * What was wrong and what would be right, in English.
 */
detail: string, 
/**
 * The same in Chinese.
 */
zh: string, 
/**
 * The clause of the rule book that it follows from, where a rule says so and not the form of a request.
 */
clause?: string, };

/**
 * What a comparison found.
 */
export type Report = { 
/**
 * Name and version of this form.
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
 * Its name.
 */
name: Text, 
/**
 * Number of seats.
 */
players: number, 
/**
 * Who played.
 */
bots: string, 
/**
 * The seed.
 */
seed: number, 
/**
 * Whole matches were played, not single deals.
 */
matches: boolean, 
/**
 * Walls asked for.
 */
wanted: number, 
/**
 * Walls played, each under A and under B.
 */
deals: number, 
/**
 * Answers given in all deals.
 */
decisions: number, 
/**
 * Every option of A with its value.
 */
a: { [option: string]: boolean | number | string }, 
/**
 * Every option of B with its value.
 */
b: { [option: string]: boolean | number | string }, 
/**
 * The options in which A and B differ.
 */
changed: Array<Changed>, 
/**
 * Share of the walls that went or were settled differently under A and B.
 */
differ: Estimate, 
/**
 * Share of the walls after which somebody has other points.
 */
differ_points: Estimate, 
/**
 * Sentences.
 */
findings: Array<Finding>, 
/**
 * All statistics.
 */
statistics: Array<Statistic>, 
/**
 * Distributions.
 */
distributions: Array<Distribution>, };

/**
 * A meld as requests write it.
 */
export type RequestMeld = { 
/**
 * `chi`, `pon`, `kong_direct`, `kong_concealed` or `kong_added`.
 */
kind: string, 
/**
 * Its tiles.
 */
tiles: string, 
/**
 * The seat it came from.
 */
from?: number, };

/**
 * One section.
 */
export type Section = { 
/**
 * Its anchor.
 */
id: string, 
/**
 * Its title.
 */
title: string, 
/**
 * What stands in it.
 */
blocks: Array<Block>, };

/**
 * Words in one look.
 */
export type Span = { 
/**
 * How they look.
 */
look: Look, 
/**
 * The words.
 */
text: string, 
/**
 * The clause that a link leads to.
 */
to?: string, };

/**
 * One number under A and under B.
 */
export type Statistic = { 
/**
 * Its id; fans, payments and clauses have theirs after a colon.
 */
id: string, 
/**
 * What it belongs to.
 */
group: Group, 
/**
 * What it is counted in.
 */
unit: Unit, 
/**
 * Under A; none where there was nothing to divide by.
 */
a: Estimate | null, 
/**
 * Under B.
 */
b: Estimate | null, 
/**
 * A − B.
 */
difference: Difference | null, 
/**
 * Simplified Chinese.
 */
zh: string, 
/**
 * English.
 */
en: string, };

/**
 * What a number is counted in.
 */
export type Unit = "share" | "points" | "turns" | "count";

/**
 * A reason in both languages, with its place in the rule book.
 */
export type WhyNotCounted = { 
/**
 * In Chinese.
 */
zh: string, 
/**
 * In English.
 */
en: string, 
/**
 * Anchor in the rule book.
 */
clause: string, };

/**
 * Where the winning tile comes from.
 */
export type WinningTile = "given" | "none" | "dealer_only" | { "field": string };

/**
 * The value of a described win.
 */
export type WuxiAnswer = { 
/**
 * Counted fans, by id.
 */
fans: Array<FanLine>, 
/**
 * Sum of fans.
 */
total: number, 
/**
 * Flowers after the base rule.
 */
flowers: number, 
/**
 * What one payer pays.
 */
points: number, 
/**
 * What each seat wins or loses.
 */
deltas: Array<number>, 
/**
 * How the amount comes about that a payer without additions pays.
 */
lines: Array<SeenStep>, 
/**
 * Who pays whom.
 */
payments: Array<PaymentLine>, 
/**
 * The kinds that are wild here.
 */
wilds: Array<Tile>, 
/**
 * How the hand was read, group by group; empty for wins that look at no shape.
 */
reading: Array<ReadGroup>, 
/**
 * Fans that seem to be there and do not count.
 */
not_counted: Array<NotCounted>, };

/**
 * What one winning tile is worth.
 */
export type WuxiWait = { 
/**
 * Sum of fans.
 */
total: number, 
/**
 * Flowers.
 */
flowers: number, 
/**
 * What one payer pays.
 */
points: number, };

/**
 * The winning tiles of a hand.
 */
export type WuxiWaits = { 
/**
 * Each winning tile and what it is worth, in the order of the notation.
 */
waits: { [key in Tile]: WuxiWait }, };

/**
 * The value of a described win.
 */
export type XuezhanAnswer = { 
/**
 * Counted fans, by id.
 */
fans: Array<FanLine>, 
/**
 * Sum of fans, capped.
 */
total: number, 
/**
 * base × 2^total.
 */
points: number, 
/**
 * What each seat wins or loses by the win alone.
 */
deltas: Array<number>, 
/**
 * How the amount comes about that a payer without additions pays.
 */
lines: Array<SeenStep>, 
/**
 * Who pays whom.
 */
payments: Array<PaymentLine>, 
/**
 * The kinds that are wild here.
 */
wilds: Array<Tile>, 
/**
 * How the hand was read, group by group; empty for wins that look at no shape.
 */
reading: Array<ReadGroup>, 
/**
 * Fans that seem to be there and do not count.
 */
not_counted: Array<NotCounted>, };

/**
 * What one winning tile is worth as a plain win on a discard.
 */
export type XuezhanWait = { 
/**
 * Sum of fans, capped.
 */
total: number, 
/**
 * base × 2^total.
 */
points: number, };

/**
 * The winning tiles of a hand.
 */
export type XuezhanWaits = { 
/**
 * Each winning tile and what it is worth, in the order of the notation.
 */
waits: { [key in Tile]: XuezhanWait }, };

/**
 * A described win; a rule set refuses the fields that it does not have.
 */
export type Request = {
rules?: string,
options?: { [option: string]: boolean | number | string },
players?: number,
dealer?: number,
winner?: number,
concealed?: string,
melds?: Array<RequestMeld>,
winning_tile?: string,
source?: string,
from?: number,
context?: Array<string>,
buried?: string,
out?: Array<number>,
indicator?: string,
piao?: Array<number>,
birds?: string,
co_winners?: Array<number>,
query?: string,
kong_tiles?: string,
totals?: Array<number>,
round_wind?: string,
discarder?: number,
stakes?: Array<number>,
flowers?: string,
declared?: Array<string>,
declared_kongs?: Array<number>,
locked?: boolean,
};

/**
 * What a score request gets.
 */
export type ScoreAnswer = XuezhanAnswer | AnhuaAnswer | JingjiAnswer | WuxiAnswer | HongzhongAnswer;

/**
 * What a request for waits gets.
 */
export type WaitsAnswer = XuezhanWaits | AnhuaAnswer | JingjiWaits | WuxiWaits | HongzhongWaits;

/**
 * A scored win.
 */
export type Score = Extract<ScoreAnswer, { payments: unknown }>;

/**
 * The winning tiles of a hand.
 */
export type Waits = Extract<WaitsAnswer, { waits: unknown }>;
