import { gunzipSync } from 'node:zlib';
import type { ExpectedSnapshot } from '../../../shared/data-access/publishing/snapshot/snapshot-parts.ts';
import { jsonForm, openForm, type StoredForm } from './stored-networks.ts';

/** The first thing that is asked of a network that is ready. */
const firstSearch = {
  area: { centre: { lat: -37.814, lon: 144.963 }, radiusKm: 50 },
  filter: {},
  limit: 5,
};

/**
 * Makes what is stored ready for searches: a snapshot until it has answered its first one, JSON until it is parsed,
 * with no index over it. What is returned holds all of it. Of a snapshot it is known what to expect, from the manifest.
 */
export const makeReady = (bytes: Uint8Array, form: StoredForm, expected: ExpectedSnapshot): unknown => {
  if (form === jsonForm) return JSON.parse(gunzipSync(bytes).toString('utf8'));
  const catalogue = openForm(bytes, form, expected);
  const { area, filter, limit } = firstSearch;
  return { catalogue, found: catalogue.nearest(area, filter, limit) };
};
