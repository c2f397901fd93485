// From a stored record and one step of its replay to what the table component draws.
import type { StoredRecord } from '../generated/protocol';
import { changed, defaultsOf, fieldsOf } from '../lobby/schema';
import type { RuleSetDetail, TableView } from '../net/wire';
import { before, botName, dealsOf, optionsInForce, personName } from '../table/live';
import type { SeatInfo, TableModel } from '../table/model';

/** How the players are called. */
export function namesOf(stored: StoredRecord): string[] {
  return stored.seats
    .slice(0, stored.record.seats)
    .map((seat, i) => (seat.bot === null ? personName(seat.player?.nickname ?? '') : botName(i)));
}

/**
 * `seat` is the place one looks from; a view with all hands open belongs to nobody. Nothing is
 * asked in a replay.
 */
export function replayModel(
  stored: StoredRecord,
  table: TableView,
  rules: RuleSetDetail,
  seat: number,
): TableModel {
  const totals = before(table);
  const fields = fieldsOf(rules.options);
  const names = namesOf(stored);
  const seats: SeatInfo[] = names.map((name, i) => ({
    name,
    bot: (stored.seats[i]?.bot ?? null) !== null,
    auto: false,
    online: true,
    total: totals[i] ?? 0,
  }));
  return {
    view: { ...table.view, seat, prompt: null },
    seats,
    name: rules.name,
    deal: table.deal,
    deals: dealsOf(stored.record.options, rules),
    options: optionsInForce(stored.record.options, rules),
    values: changed(fields, { ...defaultsOf(fields), ...stored.record.options }),
    clock: null,
    entries: table.entries,
    hintsAllowed: false,
  };
}
