import { coldStartPart } from './cold-start/cold-start.ts';
import type { Localities } from './network/localities.ts';
import { networkPart } from './network/whole-network.ts';
import { publishPart } from './publish.ts';
import { type BenchReport, type Part, type PartReport, thisMachine } from './report/report.ts';
import { searchPart } from './search/search.ts';
import { startPart } from './start.ts';

export interface BenchSettings {
  readonly localities: Localities;
  /** Numbers of locations in the networks, ascending. */
  readonly sizes: readonly number[];
  /** Number of locations in the network that the local stack serves. */
  readonly networkSize: number;
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Whether installed servers take part. */
  readonly servers: boolean;
  /** Random centres whose answers are compared with brute force. Searches are timed around five times as many in a round. */
  readonly centres: number;
  /** Number of towns of the sample network whose locations are the models of all others. */
  readonly towns: number;
  /** Reports progress. */
  readonly say: (what: string) => void;
}

const runners: Readonly<Record<Part, (settings: BenchSettings) => Promise<PartReport>>> = {
  search: searchPart,
  'cold-start': coldStartPart,
  publish: publishPart,
  start: startPart,
  network: networkPart,
};

/** Runs the parts one after the other. `keep` is called after each, so that a part that fails loses no results. */
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
    checks: found.flatMap(({ checks }) => checks),
    targets: found.flatMap(({ targets }) => targets),
    leftOut: found.flatMap(({ leftOut }) => leftOut),
  });
  for (const part of settings.parts) {
    settings.say(part);
    found.push(await runners[part](settings));
    await keep(report());
  }
  return report();
};
