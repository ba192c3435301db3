import { median } from '../support/load/quantile.ts';
import { removeDataDirectory, type StackProcess, startStackProcess } from '../support/stack/stack-process.ts';
import { holdAgainst, type PartReport } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

const what = '`npm start` until a search is answered';
const first = { contender: 'first start, with the sample network', promised: 12 };
const later = { contender: 'later start', promised: 2 };

/** Starts the local stack on a new folder, and again on the same one. */
export const startPart = async ({ rounds, say }: BenchSettings): Promise<PartReport> => {
  const starts = [first, later].map((kind) => ({ ...kind, seconds: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    say(`start, round ${round + 1}`);
    let dataDirectory: string | undefined;
    for (const { seconds } of starts) {
      const began = performance.now();
      const stack: StackProcess = await startStackProcess({
        sample: true,
        ...(dataDirectory !== undefined && { dataDirectory }),
      });
      await search(stack);
      seconds.push((performance.now() - began) / 1_000);
      dataDirectory = stack.dataDirectory;
      await stack.stop();
    }
    if (dataDirectory !== undefined) await removeDataDirectory(dataDirectory);
  }
  const common = { part: 'start', unit: 's' } as const;
  return {
    measurements: starts.map(({ contender, seconds }) => ({
      ...common,
      what,
      contender,
      p50: median(seconds),
      measured: rounds,
    })),
    checks: [],
    targets: starts.map(({ contender, promised, seconds }) =>
      holdAgainst({ ...common, what: contender, against: '', bound: 'at most', promised }, median(seconds)),
    ),
    leftOut: [],
  };
};

const search = async ({ url, key }: StackProcess): Promise<void> => {
  const response = await fetch(`${url}/locations/v2/points/geo/151.2/-33.9`, {
    headers: { 'auth-key': key },
  });
  if (response.status !== 200) throw new Error(`the search returned ${response.status}`);
};
