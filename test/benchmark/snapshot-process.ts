import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { openSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { expectedOf } from '../support/networks/snapshot-of.ts';

/**
 * Makes a stored network ready, as an instance of a function does: `snapshot-process.ts form file`, with the form
 * `snapshot` or `json`. Prints milliseconds, and the megabytes that it holds, as JSON.
 */
const [, , form = '', file = ''] = process.argv;

const search = {
  area: { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 },
  filter: {},
  offset: 0,
  size: 5,
};

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Returns the megabytes of objects and of buffers. */
const heldMegabytes = (): number => {
  // The second collection waits until the first one has freed memory.
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
};

const before = heldMegabytes();
const bytes = readFileSync(file);
// Functions know it from the manifest.
const expected = expectedOf(bytes);

const makeReady = () => {
  if (form === 'json') return JSON.parse(gunzipSync(bytes).toString('utf8'));
  const { catalogue } = openSnapshot(bytes, expected);
  return { catalogue, found: [...catalogue.search(search).page] };
};

const began = performance.now();
const ready = makeReady();
const milliseconds = performance.now() - began;
const megabytes = heldMegabytes() - before;
// `ready` is used after the measurement, so that it is not collected before.
process.stdout.write(`${JSON.stringify({ milliseconds, megabytes, held: typeof ready })}\n`);
