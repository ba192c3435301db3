import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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
  const folder = await mkdtemp(join(tmpdir(), 'waypost-record-'));
  const file = join(folder, 'requests.ndjson');
  const tests = spawn(process.execPath, [vitest, 'run', '--config', config], {
    env: { ...process.env, RECORDED_REQUESTS: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const [status] = await once(tests, 'exit');
    if (status !== 0) throw new Error('Tests failed, so the corpus was not written.');
    return await readCorpus(file);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const requestsOfFuzzer = (): readonly RecordedRequest[] =>
  subjects.flatMap(({ operationId, probesOfGateway }) =>
    fc.sample(probesOfGateway, { seed, numRuns: generatedPerOperation }).flatMap(({ request }) => {
      const key = 'the key';
      return recordOf(`fuzzer, ${operationId}`, request, { sent: key, ofStack: key }) ?? [];
    }),
  );

const distinct = (requests: readonly RecordedRequest[]): readonly RecordedRequest[] => {
  const byContent = new Map<string, RecordedRequest>();
  for (const request of requests) {
    const content = JSON.stringify({ ...request, from: '' });
    if (!byContent.has(content)) byContent.set(content, request);
  }
  return [...byContent.values()];
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
