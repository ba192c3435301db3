import { readFile } from 'node:fs/promises';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { median } from '../support/load/quantile.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  spawnStack,
  untilPortalIsBuilt,
} from '../support/stack/stack-process.ts';
import { type PartReport, targetOf } from './report/report.ts';
import type { BenchSettings } from './run-bench.ts';

const what = '`npm start` until a search is answered';

/** Measures starts of the local stack, first with a new folder and then with the same folder again. */
export const startPart = async ({ rounds, say }: BenchSettings): Promise<PartReport> => {
  const starts = [
    { contender: 'first start, with the sample network', promised: 12, times: [] as number[] },
    { contender: 'later start', promised: 2, times: [] as number[] },
  ];
  for (let round = 0; round < rounds; round++) {
    say(`start, round ${round + 1}`);
    const dataDirectory = await newDataDirectory();
    for (const { times } of starts) {
      const began = performance.now();
      const stack = await spawnStack({ dataDirectory, sample: true });
      const key = (await readFile(dataFilesIn(dataDirectory).keyFile, 'utf8')).trim();
      const response = await fetch(`${stack.url}/locations/v2/points/geo/151.2/-33.9`, {
        headers: { 'auth-key': key },
      });
      if (response.status !== 200) throw new Error(`the search returned ${response.status}`);
      times.push((performance.now() - began) / 1_000);
      // The next start uses it again.
      await untilPortalIsBuilt(stack.url);
      await stack.stop();
    }
    await removeDataDirectory(dataDirectory);
  }
  const common = { part: 'start', unit: 's' } as const;
  return {
    measurements: starts.map(({ contender, times }) => ({
      ...common,
      what,
      contender,
      p50: median(times),
      measured: rounds,
    })),
    targets: starts.map(({ contender, promised, times }) =>
      targetOf({ ...common, what: contender, bound: 'at most', promised }, median(times)),
    ),
  };
};
