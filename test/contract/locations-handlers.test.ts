import { fixtureViews } from '../support/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture-export.ts';
import { locationsHandlers } from '../support/locations-handlers.ts';
import { locationsV2Suite } from './locations-v2.suite.ts';
import { locationsV3Suite } from './locations-v3.suite.ts';

const target = locationsHandlers({
  ...fixtureViews(),
  link: fixtureExport,
});

locationsV2Suite(() => target);
locationsV3Suite(() => target);
