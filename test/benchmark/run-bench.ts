import type { BenchSettings } from './bench-settings.ts';
import { coldStartPart } from './parts/cold-start.ts';
import { handlerPart } from './parts/handler.ts';
import { httpPart } from './parts/http.ts';
import { publishPart } from './parts/publish.ts';
import { searchPart } from './parts/search.ts';
import { snapshotPart } from './parts/snapshot.ts';
import type { BenchReport, Part, PartReport } from './report/bench-report.ts';
import { thisMachine } from './report/machine.ts';

const runners: Readonly<Record<Part, (settings: BenchSettings) => Promise<PartReport>>> = {
  search: searchPart,
  handler: handlerPart,
  http: httpPart,
  snapshot: snapshotPart,
  'cold-start': coldStartPart,
  publish: publishPart,
};

/** Measures what is asked for, a part after the other: nothing else of the suite runs meanwhile. Gives what was found to `keep` after each. */
export const runBench = async (
  settings: BenchSettings,
  keep: (report: BenchReport) => Promise<void>,
): Promise<BenchReport> => {
  const measuredAt = new Date().toISOString();
  const found: PartReport[] = [];
  const report = (): BenchReport => ({
    format: 1,
    measuredAt,
    machine: thisMachine(),
    network: { localities: settings.localities.source, sizes: [...settings.sizes] },
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
