import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { openSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { expectedOf } from '../support/networks/snapshot-of.ts';

/**
 * Makes a stored network ready, as an instance of a function does: `snapshot-process.ts form file`, with the form
 * `snapshot` or `json`. Prints milliseconds as JSON.
 */
const [, , form = '', file = ''] = process.argv;

const search = {
  area: { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 },
  filter: {},
  offset: 0,
  size: 5,
};

const bytes = readFileSync(file);
// Functions know it from the manifest.
const expected = expectedOf(bytes);

const makeReady = () => {
  if (form === 'json') return JSON.parse(gunzipSync(bytes).toString('utf8'));
  const { catalogue } = openSnapshot(bytes, expected);
  return { catalogue, found: [...catalogue.search(search).page] };
};

const began = performance.now();
makeReady();
process.stdout.write(`${JSON.stringify({ milliseconds: performance.now() - began })}\n`);
