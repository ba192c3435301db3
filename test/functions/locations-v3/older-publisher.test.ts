import { isDeepStrictEqual } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import { publishedFiles } from '../../../infra/operator/verify.ts';
import { sha256Of } from '../../../shared/data-access/objects/bucket.ts';
import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import { publishedCatalogue } from '../../../shared/data-access/publishing/published-catalogue.ts';
import { capabilityRecord } from '../../../shared/domain/importing/capability-record.ts';
import { locationRecord } from '../../../shared/domain/importing/location-record.ts';
import { manifestKey } from '../../../shared/domain/publication/object-keys.ts';
import { captureLog } from '../../support/captured-log.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { startLocalBucket } from '../../support/local-bucket.ts';
import { storePublication, withoutPieces } from '../../support/networks/stored-publication.ts';
import { perFile } from '../../support/per-test.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';
import { v2Paths, v3Paths } from '../../support/targets/operation-paths.ts';
import { patientWaits } from '../patient-waits.ts';

const network = {
  locations: fixtureNetwork.locations.map((line) => locationRecord.parse(line)),
  capabilities: fixtureNetwork.services.map((line) => capabilityRecord.parse(line)),
};
const list = '/locations/v3/workcentres';

/** Requests by the name of the attribute, column or file that they need. */
const needing: Readonly<Record<string, readonly string[]>> = {
  schedules: [
    `${list}?open_at=now`,
    `${list}?open_at=now&fields=opening&size=1`,
    `${list}?open_at=now&attribute[operational_capabilities.id]=STAMPS`,
  ],
  parcelLimits: [`${list}?parcel=1x1x1`, `${list}?parcel=1x1x1&parcel_strict=true&size=0`],
  // An unknown id could be a former one.
  formerCodes: [
    `${list}?id=900040_PO,800030_PO`,
    `${list}/800030_PO`,
    `${list}/nope`,
    `${list}?id=nope`,
    `${list}?fields=lifecycle&size=100`,
    `${list}/900040_PO?fields=lifecycle`,
  ],
  words: [`${list}?q=post`],
  placeNames: [`${list}?near=3000`, '/locations/v3/places?q=tan'],
  timeZones: [],
  // Like the attribute of a new filter.
  accessRestrictionCodes: [
    `${list}?attribute[access_restriction_code]=1`,
    `${list}?attribute[access_restriction_code]=1&size=0`,
  ],
};
const files = ['words', 'placeNames'];

/** Requests that need none of them, because they show only data from the locations. */
const needingNothing = [
  ...[...v2Paths, ...v3Paths].filter((path) => !path.includes('places')),
  `${list}?fields=*,former_ids,parcel_limits,availability&size=100`,
  `${list}?fields=opening,attributes.operational_capabilities.opening&size=100`,
  `${list}/900030_PO?fields=opening,former_ids,parcel_limits&open_at=2026-12-24T10:00&parcel=1x1x1&q=a&near=a`,
  `${list}?id=900040_PO,900041_PO`,
  `${list}?bbox=140,-39,150,-33`,
  `${list}?accepting=true`,
  `${list}?lat=-37.8&lon=145&radius=5`,
];

const store = perFile(startLocalBucket);
let manifest: Manifest;
let whole: ApiTarget;
beforeAll(async () => {
  manifest = await storePublication(store, network);
  whole = await serve();
});

// Openings and hours depend on the time, so both versions must be queried at the same time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Serves the published version as a new instance does once it has read the version. */
const serve = async (): Promise<ApiTarget> => {
  const catalogue = publishedCatalogue({ ...store, checkSeconds: 999_999, now, waits: patientWaits });
  await catalogue.current();
  return locationsHandlers({ catalogue, link: fixtureExport });
};
const now = Date.now;

/** Publishes the version like a publisher that does not know these attributes, columns and files. */
const publishWithout = async (missing: readonly string[]): Promise<Manifest> => {
  const bytes = withoutPieces(
    await store.get(manifest.snapshot.key),
    missing.filter((name) => !files.includes(name)),
  );
  const key = `older/${missing}`;
  await store.put(key, bytes);
  const { words, placeNames, ...others } = manifest;
  const older: Manifest = {
    ...others,
    ...(!missing.includes('words') && { words }),
    ...(!missing.includes('placeNames') && { placeNames }),
    snapshot: { key, bytes: bytes.length, sha256: sha256Of(bytes) },
  };
  await store.put(manifestKey, JSON.stringify(older));
  return older;
};

const everything = Object.keys(needing);

describe.each([...everything.map((name) => [name]), everything])(
  'a version from a publisher that does not write %s',
  (...missing) => {
    it('returns 503 with Retry-After only for requests that need it, regardless of If-None-Match', async () => {
      captureLog();
      await publishWithout(missing);
      const target = await serve();
      for (const [name, paths] of Object.entries(needing)) {
        for (const path of paths) {
          const { status, headers, body } = await target.send({ path, headers: { 'if-none-match': '*' } });
          if (missing.includes(name)) {
            expect([path, status]).toEqual([path, 503]);
            expect(headers).toMatchObject({
              'retry-after': expect.stringMatching(/^[0-9]+$/),
              'cache-control': 'no-store',
            });
            expect(headers).not.toHaveProperty('etag');
            expect(errorResponse.parse(JSON.parse(body)).errors).toHaveLength(1);
          } else {
            const [expected, given] = [await whole.send({ path }), await target.send({ path })];
            expect([path, given.status, given.body === expected.body || given.status === 404]).toEqual([
              path,
              expected.status,
              true,
            ]);
          }
        }
      }
    });
  },
);

describe('a version from a publisher that writes none of them', () => {
  let older: Manifest;
  let target: ApiTarget;
  beforeAll(async () => {
    older = await publishWithout(everything);
    target = await serve();
  });

  it('does not affect other requests', async () => {
    for (const path of needingNothing) {
      const [expected, given] = [await whole.send({ path }), await target.send({ path })];
      expect([path, given.status]).toEqual([path, path.includes('export') ? 302 : 200]);
      if (!path.includes('export')) expect([path, given.body === expected.body]).toEqual([path, true]);
    }
  });

  it('still rejects invalid values with 400', async () => {
    for (const query of ['open_at=x', 'parcel=x', 'id=.', 'q=,', 'near=,'])
      expect(await target.send({ path: `${list}?${query}` })).toMatchObject({ status: 400 });
  });

  it('is not reported as damaged by verify', async () => {
    const snapshot = publishedFiles(store, older).find(({ stored }) => stored.key === older.snapshot.key);
    await expect(snapshot?.check()).resolves.toBeUndefined();
  });
});

it('each roll back or forward fails only requests that the old version cannot serve', async () => {
  captureLog();
  const catalogue = publishedCatalogue({ ...store, checkSeconds: 0, now, waits: patientWaits });
  const target = locationsHandlers({ catalogue, link: fixtureExport });
  const paths = [...needingNothing, ...Object.values(needing).flat()];
  type Statuses = readonly (readonly [path: string, status: number | undefined])[];
  const statuses = (from: ApiTarget): Promise<Statuses> =>
    Promise.all(paths.map(async (path) => [path, (await from.send({ path })).status] as const));
  const expected = await statuses(whole);
  const unserved: Statuses = expected.map(([path, status], index) => [
    path,
    index < needingNothing.length ? status : 503,
  ]);
  const reach = (wanted: Statuses) =>
    vi.waitUntil(
      async () => {
        const given = await statuses(target);
        for (const [index, each] of given.entries())
          expect([expected[index], unserved[index]]).toContainEqual(each);
        return isDeepStrictEqual(given, wanted);
      },
      { timeout: 30_000 },
    );
  for (let roll = 0; roll < 2; roll++) {
    await publishWithout(everything);
    await reach(unserved);
    await store.put(manifestKey, JSON.stringify(manifest));
    await reach(expected);
  }
});
