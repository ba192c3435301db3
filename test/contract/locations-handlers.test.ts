import { fixtureViews } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { locationsV2Suite } from './locations-v2.suite.ts';
import { locationsV3Suite } from './locations-v3.suite.ts';

const target = locationsHandlers({
  ...fixtureViews(),
  link: fixtureExport,
});

locationsV2Suite(() => target);
locationsV3Suite(() => target);
