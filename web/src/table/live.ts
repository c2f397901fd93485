// From what the server says of a room and its match to what the table component draws.
import { BOT_NAMES } from '../generated/protocol';
import { isolated, t } from '../i18n/index.svelte';
import { changed, fieldsOf, shownValue, type Values } from '../lobby/schema';
import type { RoomView, RuleSetDetail, SeatView, TableView } from '../net/wire';
import { settings } from '../state/settings.svelte';
import type { OptionInForce, SeatInfo, TableModel } from './model';

/** How a seat is called: a person's nickname, or a bot's name by its seat. */
export function seatName(seat: SeatView | undefined, index: number): string {
  const occupant = seat?.occupant ?? null;
  if (occupant === null) return '';
  if (occupant.type === 'human') return personName(occupant.nickname);
  return botName(index);
}

/** How a person is called; nobody knows the name of whoever has deleted the account. */
export function personName(nickname: string): string {
  return nickname === '' ? t('common.former') : isolated(nickname);
}

/** How a bot at this seat is called. */
export function botName(index: number): string {
  return BOT_NAMES[index % BOT_NAMES.length]?.[settings.lang] ?? '';
}

/** Points before the deal on the table: what is booked already is taken out again. */
export function before(table: TableView): number[] {
  const last = table.results.at(-1);
  const booked =
    last !== undefined && last.index === table.deal && table.view.end !== null ? last.deltas : [];
  const corrections = table.over?.corrections ?? [];
  return table.totals.map((total, seat) =>
    corrections.reduce((sum, one) => sum - (one.deltas[seat] ?? 0), total - (booked[seat] ?? 0)),
  );
}

export function optionsInForce(options: Values, rules: RuleSetDetail): OptionInForce[] {
  const fields = fieldsOf(rules.options);
  const values = {
    ...Object.fromEntries(fields.map((field) => [field.name, field.default])),
    ...options,
  };
  const different = changed(fields, values);
  return fields
    .filter((field) => field.name in different)
    .map((field) => ({
      label: field.label,
      value: shownValue(field, values[field.name] ?? field.default),
    }));
}

/** How many deals the match has, where an option of that name says so. */
export function dealsOf(options: Values, rules: RuleSetDetail): number | null {
  const value = options.deals ?? rules.options.properties.deals?.default;
  return typeof value === 'number' ? value : null;
}

export function tableModel(
  room: RoomView,
  table: TableView,
  rules: RuleSetDetail,
  local: (moment: number) => number,
): TableModel {
  const totals = before(table);
  const seats: SeatInfo[] = room.seats.map((seat, i) => ({
    name: seatName(seat, i),
    ...(seat.occupant?.type === 'human' ? { player: seat.occupant.id } : {}),
    bot: seat.occupant?.type === 'bot',
    auto: seat.auto,
    online: seat.occupant?.type !== 'human' || (seat.occupant.online && !seat.occupant.left),
    total: totals[i] ?? 0,
  }));
  const { clock } = table;
  return {
    view: table.view,
    seats,
    name: rules.name,
    dealt: `${table.match_id} ${table.deal}`,
    deal: table.deal,
    deals: dealsOf(room.setup.options, rules),
    options: optionsInForce(room.setup.options, rules),
    values: room.setup.options,
    clock:
      clock === null
        ? null
        : {
            seats: clock.seats,
            endsAt: local(clock.until),
            total: room.setup.clock?.move_ms ?? 0,
            bank: clock.bank_ms ?? 0,
          },
    entries: table.entries,
    hintsAllowed: room.setup.hints,
    watchers: room.spectators.length,
  };
}
