import { coldStartPart } from './cold-start/cold-start.ts';
import { extensionsPart } from './extensions.ts';
import type { Localities } from './network/localities.ts';
import { networkPart } from './network/whole-network.ts';
import { publishPart } from './publish.ts';
import { type BenchReport, type Part, type PartReport, thisMachine } from './report/report.ts';
import { searchPart } from './search/search.ts';
import { snapshotPart } from './snapshot.ts';
import { startPart } from './start.ts';

export interface BenchSettings {
  readonly localities: Localities;
  /** Network sizes as numbers of locations, in ascending order. */
  readonly sizes: readonly number[];
  readonly networkSize: number;
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Time limit in milliseconds of a contender's searches per round. */
  readonly searchMilliseconds: number;
  readonly servers: boolean;
  /** Number of checked centres. Each round searches around five times as many. */
  readonly centres: number;
  /** Number of towns in the sample network whose locations are copied. */
  readonly towns: number;
  readonly say: (what: string) => void;
}

const runners: Readonly<Record<Part, (settings: BenchSettings) => Promise<PartReport>>> = {
  search: searchPart,
  extensions: extensionsPart,
  snapshot: snapshotPart,
  'cold-start': coldStartPart,
  publish: publishPart,
  start: startPart,
  network: networkPart,
};

/** Runs the parts in sequence. Calls `keep` after each, so that a failing part does not lose the results. */
export const runBench = async (
  settings: BenchSettings,
  keep: (report: BenchReport) => Promise<void>,
): Promise<BenchReport> => {
  const measuredAt = new Date().toISOString();
  const found: PartReport[] = [];
  const report = (): BenchReport => ({
    format: 2,
    measuredAt,
    machine: thisMachine(),
    localities: settings.localities.source,
    rounds: settings.rounds,
    measurements: found.flatMap(({ measurements }) => measurements),
    checks: found.flatMap(({ checks = [] }) => checks),
    targets: found.flatMap(({ targets }) => targets),
  });
  for (const part of settings.parts) {
    settings.say(part);
    found.push(await runners[part](settings));
    await keep(report());
  }
  return report();
};
