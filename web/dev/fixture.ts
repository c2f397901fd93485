// A step of a recorded match, as the fixtures have it.
import type { SeenEvent, View } from '../src/state/view';

export interface FixtureLine {
  deal: number;
  events: SeenEvent[];
  view: View;
}
