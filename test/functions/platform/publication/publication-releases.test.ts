import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pointsView } from '../../../../functions/locations-v2/views/published-points.ts';
import { workCentresView } from '../../../../functions/locations-v3/views/published-work-centres.ts';
import { filesOf } from '../../../../infra/operator/status/publication-status.ts';
import { publishedFiles } from '../../../../infra/operator/verify/verify-files.ts';
import { publishedCatalogue } from '../../../../shared/data-access/publishing/reading/published-catalogue.ts';
import { publishedExport } from '../../../../shared/data-access/publishing/reading/published-export.ts';
import { readHistory } from '../../../../shared/data-access/publishing/reading/published-history.ts';
import { readManifest } from '../../../../shared/data-access/publishing/reading/published-manifest.ts';
import { snapshotParts } from '../../../../shared/data-access/publishing/snapshot/snapshot-parts.ts';
import { attributeNames } from '../../../../shared/domain/location/catalogue/location-attributes.ts';
import {
  NoExportYet,
  workCentreFormatNames,
} from '../../../../shared/domain/location/publication/work-centre-export.ts';
import {
  bytesOf,
  type Frozen,
  frozenFormerVersion,
  frozenNetwork,
  frozenPublication,
  frozenVersion,
  storeFrozen,
} from '../../../support/former-release/frozen-publication.ts';
import { asLaterRelease, asWithoutFormat } from '../../../support/former-release/later-release.ts';
import { type LocalBucket, startLocalBucket } from '../../../support/local-bucket.ts';
import { manifestIn, publishNetwork, runPublisher } from '../../../support/networks/publish-network.ts';
import { patientWaits } from '../../patient-waits.ts';

let store: LocalBucket;
beforeEach(async () => {
  store = await startLocalBucket();
});
afterEach(() => store.close());

const settings = () => ({ ...store, checkSeconds: 60, now: Date.now, waits: patientWaits });
const manifestRead = async () => {
  const reading = await readManifest(store);
  if (reading.kind !== 'found') throw new Error('nothing is published');
  return reading.manifest;
};
const linkTo = async (key: string) => `https://files.example/${key}`;
const exported = () => publishedExport({ ...settings(), linkTo });
const keyOf = (name: string) => `versions/${frozenVersion}/${name}`;
const aChange = { Records: [{ eventSource: 'aws:dynamodb' }] };
/** A change that the last run must have read. */
const anOldChange = {
  Records: [
    { eventSource: 'aws:dynamodb', dynamodb: { ApproximateCreationDateTime: Date.now() / 1_000 - 3_600 } },
  ],
};

/** Formats of the work centres in the publication that is kept; later releases may have more. */
const formatsThen = ['json', 'ndjson', 'csv', 'geojson'] as const;

const publications: [string, (frozen: Frozen) => Frozen][] = [
  ['an earlier release', (frozen) => frozen],
  ['a later release, with more of everything', asLaterRelease],
];

describe.each(publications)('what %s published in this format', (_release, change) => {
  beforeEach(async () => storeFrozen(store, change(await frozenPublication())));

  it.each([pointsView, workCentresView])('is answered from: $name', async (view) => {
    const catalogue = await publishedCatalogue<unknown>(view, settings()).current();
    expect(catalogue.version).toBe(frozenVersion);
    expect(catalogue.capabilities()).toEqual(frozenNetwork.capabilities);
    expect(catalogue.search({ filter: {}, offset: 0, size: 100 }).page).toHaveLength(40);
    for (const { locationCode } of frozenNetwork.locations)
      expect(catalogue.byLocationCode(locationCode)).toBeDefined();
  });

  it('can be downloaded, and so can what has changed in it and since', async () => {
    const link = exported();
    for (const format of formatsThen) {
      const { url, version } = await link.newest(format);
      expect([url, version]).toEqual([await linkTo(keyOf(`workcentres.${format}.gz`)), frozenVersion]);
    }
    const formatsSince = workCentreFormatNames.filter(
      (format) => !formatsThen.some((then) => then === format),
    );
    for (const format of formatsSince) await expect(link.newest(format)).rejects.toThrow(NoExportYet);
    expect((await link.newest('files')).url).toBe(await linkTo(keyOf('files.json')));
    expect((await link.changesAfter(frozenFormerVersion))?.url).toBe(
      await linkTo(keyOf('changes.ndjson.gz')),
    );
    expect((await link.changesAfter(frozenVersion))?.url).toBe(await linkTo(keyOf('no-changes.ndjson.gz')));
  });

  it('passes the check of every file, and is shown by the status', async () => {
    const manifest = await manifestRead();
    const files = publishedFiles(store, manifest);
    expect(files).toHaveLength(12);
    for (const { check } of files) await check();
    expect(filesOf(manifest)).toHaveLength(8);
  });

  it('is gone on from by the first run, even one for changes that finds none', async () => {
    expect(await runPublisher(store, frozenNetwork, { event: aChange })).toMatchObject({
      status: 'published',
    });
    const { history, changes } = await manifestIn(store);
    expect(changes).toEqual({ added: 0, changed: 0, removed: 0, since: frozenVersion });
    const { entries } = await readHistory(store, history);
    expect(entries.map(({ version }) => version)).toContain(frozenVersion);
  });
});

it('the snapshots of an earlier release may be asked for any attribute', async () => {
  const frozen = await frozenPublication();
  const { points } = frozen.manifest.catalogues;
  const { columns } = snapshotParts(bytesOf(frozen, points), { ...points, version: frozenVersion });
  expect(columns.postings('locationTypeCodes').counts).toEqual(Uint32Array.from([8, 8, 8, 8, 8]));
  for (const attribute of attributeNames) expect(() => columns.postings(attribute)).not.toThrow();
});

describe.each(formatsThen)('a publication of before there was %s', (format) => {
  beforeEach(async () => storeFrozen(store, asWithoutFormat(await frozenPublication(), format)));

  it('is not exported so yet, and otherwise as ever', async () => {
    const link = exported();
    await expect(link.newest(format)).rejects.toThrow(NoExportYet);
    for (const other of formatsThen.filter((name) => name !== format))
      expect((await link.newest(other)).version).toBe(frozenVersion);
  });

  it('passes the check of every file, and is shown by the status', async () => {
    const manifest = await manifestRead();
    const files = publishedFiles(store, manifest);
    expect(files).toHaveLength(11);
    for (const { check } of files) await check();
    expect(filesOf(manifest)).toHaveLength(7);
  });
});

describe('what a release adds', () => {
  it.each<[string, (manifest: Awaited<ReturnType<typeof manifestIn>>) => object]>([
    ['a format', ({ exports: { csv: _, ...exports }, ...manifest }) => ({ ...manifest, exports })],
    [
      'an attribute',
      (manifest) => ({ ...manifest, attributes: manifest.attributes.filter((name) => name !== 'types') }),
    ],
  ])(
    'is published by the first run for changes though none is new: %s, and by no run after it',
    async (_what, asBefore) => {
      for (const event of [aChange, anOldChange]) {
        const { version } = await publishNetwork(store, frozenNetwork);
        await store.put('manifest-3.json', JSON.stringify(asBefore(await manifestIn(store))));
        const next = await runPublisher(store, frozenNetwork, { event });
        expect(next).toMatchObject({ status: 'published', changes: { added: 0, changed: 0, removed: 0 } });
        const manifest = await manifestIn(store);
        expect(manifest.changes.since).toBe(version);
        expect(await runPublisher(store, frozenNetwork, { event })).toMatchObject({
          status: 'unchanged',
          version: manifest.version,
        });
      }
    },
  );
});
