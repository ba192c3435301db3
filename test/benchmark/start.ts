import { removeDataDirectory, type StackProcess, startStackProcess } from '../support/stack/stack-process.ts';
import { median } from './measure.ts';
import { holdAgainst, type Measurement, type PartReport } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

const what = '`npm start` until a search is answered';
const promisedSeconds = { 'first start, with the sample network': 12, 'later start': 2 } as const;
const kinds = ['first start, with the sample network', 'later start'] as const;

/** Starts the local stack on a new folder, and again on the same one. */
export const startPart = async ({ rounds, say }: BenchSettings): Promise<PartReport> => {
  const seconds: Record<(typeof kinds)[number], number[]> = {
    'first start, with the sample network': [],
    'later start': [],
  };
  for (let round = 0; round < rounds; round++) {
    say(`start, round ${round + 1}`);
    let dataDirectory: string | undefined;
    for (const kind of kinds) {
      const began = performance.now();
      const stack: StackProcess = await startStackProcess({
        sample: true,
        ...(dataDirectory !== undefined && { dataDirectory }),
      });
      await search(stack);
      seconds[kind].push((performance.now() - began) / 1_000);
      dataDirectory = stack.dataDirectory;
      await stack.stop();
    }
    if (dataDirectory !== undefined) await removeDataDirectory(dataDirectory);
  }
  const measurements = kinds.map(
    (contender): Measurement => ({
      part: 'start',
      what,
      contender,
      unit: 's',
      p50: median(seconds[contender]),
      measured: rounds,
    }),
  );
  const targets = measurements.map(({ contender, p50 }, index) =>
    holdAgainst(
      {
        part: 'start',
        what: contender,
        against: '',
        unit: 's',
        bound: 'at most',
        promised: promisedSeconds[kinds[index] ?? 'later start'],
      },
      p50,
    ),
  );
  return { measurements, checks: [], targets, leftOut: [] };
};

const search = async ({ url, key }: StackProcess): Promise<void> => {
  const response = await fetch(`${url}/locations/v2/points/geo/151.2/-33.9`, {
    headers: { 'auth-key': key },
  });
  if (response.status !== 200) throw new Error(`the search returned ${response.status}`);
};
