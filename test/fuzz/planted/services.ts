import type { ApiTarget } from '../../support/api-target.ts';
import { billManagementHandlers } from '../../support/bill-management-handlers.ts';
import { fixtureViews } from '../../support/fixture-catalogue.ts';
import { fixtureExport } from '../../support/fixture-export.ts';
import { locationsHandlers } from '../../support/locations-handlers.ts';

type Tables = Parameters<typeof billManagementHandlers>[0];

/** The handlers of all three services in this process; no gateway is before them. */
export const servicesOver = (tables: Tables): ApiTarget => {
  const locations = locationsHandlers({ ...fixtureViews(), link: fixtureExport });
  const bills = billManagementHandlers(tables);
  return {
    send: (request) => (request.path.startsWith('/locations/') ? locations : bills).send(request),
  };
};
