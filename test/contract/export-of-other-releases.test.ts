import { afterAll, beforeAll, describe } from 'vitest';
import { pointsView } from '../../functions/locations-v2/views/published-points.ts';
import { errorResponse } from '../../functions/locations-v3/contract.ts';
import { workCentresView } from '../../functions/locations-v3/views/published-work-centres.ts';
import { linksInto } from '../../shared/data-access/objects/signed-link.ts';
import { publishedCatalogue } from '../../shared/data-access/publishing/reading/published-catalogue.ts';
import { publishedExport } from '../../shared/data-access/publishing/reading/published-export.ts';
import { patientWaits } from '../functions/patient-waits.ts';
import { listedFilesSuite } from '../smoke/exported-files.suite.ts';
import { type Frozen, manifestShape, storeFrozen } from '../support/former-release/frozen-publication.ts';
import { asLaterRelease, asWithoutFormat } from '../support/former-release/later-release.ts';
import { type LocalBucket, startLocalBucket } from '../support/local-bucket.ts';
import { aCapability, postOffices } from '../support/networks/network-records.ts';
import { manifestIn, networkOf, publishNetwork } from '../support/networks/publish-network.ts';
import type { ApiTarget } from '../support/targets/api-target.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { exportSuite } from './locations-v3/export.suite.ts';
import { serviceClient } from './service-client.ts';

/** Takes what is published as a publication to change, without the exported files. */
const publicationIn = async (store: LocalBucket): Promise<Frozen> => {
  const manifest = manifestShape.parse(await manifestIn(store));
  const files = await Promise.all(
    [manifest.files, manifest.history, ...Object.values(manifest.catalogues)].map(
      async ({ key }) => [key, await store.get(key)] as const,
    ),
  );
  return { manifest, files: new Map(files) };
};

const releases: [string, (published: Frozen) => Frozen][] = [
  ['this release', (published) => published],
  ['a former release, without CSV', (published) => asWithoutFormat(published, 'csv')],
  ['a later release, with more of everything', asLaterRelease],
];

// A stage is smoke-tested as soon as it is deployed: what it shows then, another release may have published.
describe.each(releases)('the smoke test of what is published by %s', (_release, change) => {
  let store: LocalBucket;
  let target: ApiTarget;
  beforeAll(async () => {
    store = await startLocalBucket();
    await publishNetwork(store, networkOf(postOffices(3), [aCapability(1)]));
    await storeFrozen(store, change(await publicationIn(store)));
    const settings = { ...store, checkSeconds: 60, now: Date.now, waits: patientWaits };
    target = locationsHandlers({
      points: publishedCatalogue(pointsView, settings),
      workCentres: publishedCatalogue(workCentresView, settings),
      link: publishedExport({ ...settings, linkTo: linksInto(store.placeAt()) }),
    });
  });
  afterAll(() => store.close());

  const client = serviceClient({ target: () => target, base: '/locations/v3', errorResponse });
  exportSuite(client);
  listedFilesSuite(client);
});
