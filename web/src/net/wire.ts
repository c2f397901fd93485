// What goes over the wire, under the names the client uses for it.
import type * as wire from '../generated/protocol';

export { PHRASES, PROTOCOL } from '../generated/protocol';
export type {
  ClientMessage,
  CloseReason,
  Created,
  DealLine,
  FanView,
  Hint,
  HintHand,
  HintWait,
  HintWhyNot,
  LabList,
  LabRequest,
  LabRun,
  MatchOver,
  Me,
  Registered,
  RoomList,
  RoomSummary,
  RoomView,
  RuleSetDetail,
  SeatView,
  Tail,
} from '../generated/protocol';

/** Why something was refused; the client adds that nobody was there to ask. */
export type ErrorBody = Omit<wire.ErrorBody, 'code'> & { code: wire.ErrorCode | 'net/offline' };

export type TableView = wire.TableView<unknown, unknown>;
export type TablePatch = wire.TablePatch<unknown, unknown>;
export type ViewDelta = wire.ViewDelta<unknown, unknown>;
export type ServerMessage = wire.ServerMessage<unknown, unknown>;

/** What is sent to set up a room: everything but the rule set may be left to its default. */
export type RoomSetup = Pick<wire.RoomSetup, 'rules'> & Partial<wire.RoomSetup>;

/** A rule set in the list. */
export type RuleSetSummary = Omit<wire.RuleSetDetail, 'options' | 'fans' | 'terms'>;
