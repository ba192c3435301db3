import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { subjects } from '../fuzz/subjects.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';
import {
  corpusFile,
  networkFile,
  type RecordedRequest,
  readCorpus,
  recordOf,
  usesExtension,
  writeLines,
} from './corpus.ts';

/** `npm run replay:record`: records requests of tests and of the fuzzer, without extensions, and their network. */

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('record/vitest.config.ts', import.meta.url));

const seed = 1;
const generatedPerOperation = 400;
/** Longer requests are omitted to keep the file small. */
const maxBytes = 200_000;

const requestsOfTests = async (): Promise<readonly RecordedRequest[]> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'waypost-record-'));
  const file = join(folder.path, 'requests.ndjson');
  const tests = spawn(process.execPath, [vitest, 'run', '--config', config], {
    env: { ...process.env, RECORDED_REQUESTS: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(tests, 'exit');
  if (status !== 0) throw new Error('Tests failed, so the corpus was not written.');
  return await readCorpus(file);
};

const requestsOfFuzzer = (): readonly RecordedRequest[] =>
  subjects.flatMap(({ operationId, probesOfGateway }) =>
    fc.sample(probesOfGateway, { seed, numRuns: generatedPerOperation }).flatMap(({ request }) => {
      const key = 'the key';
      return recordOf(`fuzzer, ${operationId}`, request, { sent: key, ofStack: key }) ?? [];
    }),
  );

/** Returns the first request with each content. */
const distinct = (requests: readonly RecordedRequest[]): readonly RecordedRequest[] => {
  const seen = new Set<string>();
  return requests.filter((request) => {
    const { size } = seen;
    return seen.add(JSON.stringify({ ...request, from: '' })).size > size;
  });
};

const isShort = (request: RecordedRequest): boolean => JSON.stringify(request).length <= maxBytes;

const sent = [...(await requestsOfTests()), ...requestsOfFuzzer()];
const corpus = distinct(sent.filter((request) => isShort(request) && !usesExtension(request)));
await writeLines(corpusFile, corpus);
await writeLines(networkFile('bill-types'), fixtureNetwork.billTypes);
await writeLines(networkFile('billers'), fixtureNetwork.billers);
await writeLines(networkFile('services'), fixtureNetwork.services);
await writeLines(networkFile('locations'), fixtureNetwork.locations);
console.log(`Recorded ${corpus.length} distinct requests of ${sent.length}.`);
