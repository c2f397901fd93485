// How seats are called from the winner's place.
import { t } from '../i18n/index.svelte';

/** `me`, `next`, … for a seat at a table of so many, seen from the winner. */
export function seatName(seat: number, winner: number, players: number): string {
  const step = (seat - winner + players) % players;
  if (step === 0) return t('book.seat.self');
  if (step === 1 && players > 2) return t('book.seat.next');
  if (step === players - 1 && players > 2) return t('book.seat.previous');
  return t('book.seat.opposite');
}

/** The other seats, from the winner's next one on. */
export const othersOf = (winner: number, players: number): number[] =>
  Array.from({ length: players - 1 }, (_, i) => (winner + 1 + i) % players);

/** All seats, the winner first. */
export const seatsFrom = (winner: number, players: number): number[] => [
  winner,
  ...othersOf(winner, players),
];
