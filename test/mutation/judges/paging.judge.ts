import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import { capabilitiesSuite } from '../../contract/locations-v3/capabilities.suite.ts';
import { filtersSuite } from '../../contract/locations-v3/filters.suite.ts';
import { pagingSuite } from '../../contract/locations-v3/paging.suite.ts';
import { serviceClient } from '../../contract/service-client.ts';
import { publishedFixture } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

/** Those of the contract's suites that walk through lists. */
const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
const client = serviceClient({ target: () => target, base: '/locations/v3', errorResponse });

pagingSuite(client);
capabilitiesSuite(client);
filtersSuite(client);
