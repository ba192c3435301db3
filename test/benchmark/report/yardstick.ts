import type { Target } from './bench-report.ts';
import { holdAgainst, type Promised } from './targets.ts';

/** Something that was measured on the machine for which a figure was promised, and is measured again in this run. */
export interface Yardstick {
  readonly name: string;
  readonly unit: string;
  /** What it took there. */
  readonly there: number;
  /** What it takes here. */
  readonly here: number;
}

/** The promise of a figure, as the share of the yardstick that it was there: how a slower machine is held to it. */
export const holdByYardstick = (promise: Promised, measured: number, yardstick: Yardstick): Target => {
  const { name, unit, there, here } = yardstick;
  return holdAgainst(
    {
      ...promise,
      what: `${promise.what}, by the yardstick`,
      against: `${name}: ${there} ${unit} on the first machine`,
      unit: '× the yardstick',
      promised: promise.promised / there,
    },
    measured / here,
  );
};
