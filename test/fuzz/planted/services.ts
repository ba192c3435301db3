import { publishedFixture } from '../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture/fixture-export.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';
import { locationsHandlers } from '../../support/targets/locations-handlers.ts';

type Tables = Parameters<typeof billManagementHandlers>[0];

/** Handlers of all three services in this process, without a gateway. */
export const servicesOver = (tables: Tables): ApiTarget => {
  const locations = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
  const bills = billManagementHandlers(tables);
  return {
    send: (request) => (request.path.startsWith('/locations/') ? locations : bills).send(request),
  };
};
