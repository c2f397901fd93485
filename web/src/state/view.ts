// A deal as one viewer sees it: the engine's view, events and entries under the short names the
// client uses for them.
import type * as wire from '../generated/protocol';

export type {
  End,
  MeldKind,
  Op,
  Prompt,
  Seat,
  SeenEvent,
  Source,
  Stage,
  Tile,
} from '../generated/protocol';

export type Thrown = wire.ThrownView;
export type Meld = wire.SeenMeld;
export type Player = wire.PlayerView;
export type AsideWhy = wire.Aside;
export type Aside = wire.AsideView;
export type Step = wire.SeenStep;
export type Entry = wire.SeenEntry;

/** The rule set's own part stays closed here: only its file under `table/extras` opens it. */
export type View = wire.View<unknown, unknown>;
export type Win = wire.WinView<unknown>;
