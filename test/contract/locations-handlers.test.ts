import { fixtureCatalogue, published } from '../support/fixture-catalogue.ts';
import { locationsHandlers } from '../support/locations-handlers.ts';
import { locationsV2Suite } from './locations-v2.suite.ts';
import { locationsV3Suite } from './locations-v3.suite.ts';

const target = locationsHandlers({
  catalogue: published(fixtureCatalogue()),
  link: { newest: async () => 'https://files.waypost.test/export/fixture/workcentres.json.gz?signed' },
});

locationsV2Suite(() => target);
locationsV3Suite(() => target);
