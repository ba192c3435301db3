import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { sha256Of } from '../../shared/data-access/objects/bucket.ts';
import { openSnapshot } from '../../shared/data-access/publishing/snapshot.ts';
import { snapshotVersion } from '../support/networks/stored-publication.ts';

/** Opens a stored network as a function does, and prints the milliseconds: `snapshot-process.ts snapshot|json FILE`. */
const [, , form = '', file = ''] = process.argv;

const search = {
  area: { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 },
  filter: {},
  offset: 0,
  size: 5,
};

const bytes = readFileSync(file);

const began = performance.now();
if (form === 'json') JSON.parse(gunzipSync(bytes).toString('utf8'));
else {
  // Functions verify the checksum first.
  sha256Of(bytes);
  Array.from(openSnapshot(bytes, { version: snapshotVersion }).catalogue.search(search).page);
}
process.stdout.write(`${JSON.stringify({ milliseconds: performance.now() - began })}\n`);
