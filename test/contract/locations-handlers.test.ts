import { locationsV2 } from '../../infra/routes/locations-v2.ts';
import { locationsV3 } from '../../infra/routes/locations-v3.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { everyOperation } from './every-operation.ts';
import { locationsV2Suite } from './locations-v2.suite.ts';
import { locationsV3Suite } from './locations-v3.suite.ts';

const handlers = locationsHandlers({
  catalogue: publishedFixture(),
  link: fixtureExport,
});

everyOperation(
  [...locationsV2, ...locationsV3],
  () => handlers,
  (target) => {
    locationsV2Suite(target);
    locationsV3Suite(target);
  },
);
