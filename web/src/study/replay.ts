// A replay as steps: every state is made once by the reducer that live tables use, so going back is
// only looking at an earlier one.
import type { ServerMessage, TableView } from '../net/wire';
import { reduce } from '../state/reduce';
import type { SeenEvent } from '../state/view';

export interface Step {
  table: TableView;
  events: SeenEvent[];
}

/** All steps of a deal, the first before anything was done. */
export function stepsOf(messages: readonly ServerMessage[]): Step[] {
  const steps: Step[] = [];
  for (const message of messages) {
    const last = steps.at(-1);
    if (message.type === 'snapshot') steps.push({ table: message.table, events: [] });
    else if (message.type === 'update' && last !== undefined)
      steps.push({ table: reduce(last.table, message.patch), events: message.events });
  }
  return steps;
}

export const MARKS = ['flower', 'chi', 'pon', 'kong', 'ready', 'win', 'end'] as const;
export type MarkKind = (typeof MARKS)[number];
export interface Mark {
  step: number;
  kind: MarkKind;
}

function kindOf(event: SeenEvent): MarkKind | null {
  switch (event.type) {
    case 'melded':
      return event.meld.kind.startsWith('kong')
        ? 'kong'
        : event.meld.kind === 'chi'
          ? 'chi'
          : 'pon';
    case 'declared':
      return 'ready';
    case 'won':
      return 'win';
    case 'ended':
      return 'end';
    case 'set_aside':
      return event.why === 'flower' ? 'flower' : null;
    default:
      return null;
  }
}

/** What stands out on the timeline: the most important thing of each step. */
export function marksOf(steps: readonly Step[]): Mark[] {
  return steps.flatMap(({ events }, step) => {
    const kinds = events.map(kindOf).filter((kind) => kind !== null);
    const best = kinds.sort((a, b) => rank(b) - rank(a))[0];
    return best === undefined ? [] : [{ step, kind: best }];
  });
}

/** A win outshines the end that comes with it. */
const rank = (kind: MarkKind): number =>
  kind === 'end' ? MARKS.indexOf('win') - 0.5 : MARKS.indexOf(kind);

/** The marks whose words have room, `part` of the timeline apart: later and louder ones first. */
export function labelled(marks: readonly Mark[], length: number, part: number): Set<Mark> {
  const shown = new Set<Mark>();
  for (const mark of [...marks].sort((a, b) => rank(b.kind) - rank(a.kind) || b.step - a.step)) {
    const free = [...shown].every(
      (other) => Math.abs(other.step - mark.step) >= part * Math.max(1, length),
    );
    if (free) shown.add(mark);
  }
  return shown;
}

/** What a link to a replay says. Numbers that are not there, or no numbers, mean the beginning. */
export interface Place {
  deal: number;
  step: number;
  seat: number;
  open: boolean;
}

export function readPlace(search: string): Place {
  const query = new URLSearchParams(search);
  const number = (name: string, least: number): number => {
    const value = Number(query.get(name) ?? least);
    return Number.isInteger(value) && value >= least ? value : least;
  };
  return {
    deal: number('deal', 1),
    step: number('step', 0),
    seat: Math.min(3, number('seat', 0)),
    open: query.get('open') === '1',
  };
}

export function writePlace({ deal, step, seat, open }: Place): string {
  const query = new URLSearchParams({
    deal: String(deal),
    step: String(step),
    seat: String(seat),
    ...(open ? { open: '1' } : {}),
  });
  return `?${query}`;
}
