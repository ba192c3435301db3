import type { Localities } from './network/localities.ts';
import type { Part } from './report/bench-report.ts';

/** What a run of the suite is asked to do. */
export interface BenchSettings {
  readonly localities: Localities;
  /** Locations of the networks, ascending. */
  readonly sizes: readonly number[];
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Whether servers that are installed take part. */
  readonly servers: boolean;
  /** Random centres that answers are held against brute force around; searches are timed around five times as many a round. */
  readonly centres: number;
  /** Towns of the sample network whose locations the networks are drawn after. */
  readonly sampleTowns: number;
  /** Says what is being done now. */
  readonly say: (what: string) => void;
}
