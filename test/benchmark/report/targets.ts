import type { Measurement, Part, Target } from './bench-report.ts';

/** What is promised of a figure, and by what it is met. */
export interface Promised {
  readonly part: Part;
  readonly what: string;
  readonly size?: number;
  readonly against: string;
  readonly unit?: string;
  readonly bound: Target['bound'];
  readonly promised: number;
}

/** Holds what was measured against what is promised. */
export const holdAgainst = (promise: Promised, measured: number): Target => ({
  unit: '×',
  ...promise,
  measured,
  met: promise.bound === 'at least' ? measured >= promise.promised : measured <= promise.promised,
});

/** The measurement of one contender; undefined where it was not measured. */
export const measurementOf = (
  all: readonly Measurement[],
  what: string,
  contender: string,
  size?: number,
): Measurement | undefined =>
  all.find((each) => each.what === what && each.contender === contender && each.size === size);
