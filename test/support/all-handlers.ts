import type { ApiTarget } from './api-target.ts';
import { startBillManagement } from './bill-management-target.ts';
import { fixtureCatalogue, published } from './fixture-catalogue.ts';
import { exportAt } from './fixture-export.ts';
import { locationsHandlers } from './locations-handlers.ts';

export interface AllHandlers extends ApiTarget {
  /** Ends the engine that holds the tables. */
  close(): Promise<void>;
}

/** The functions of all three services, on what the fixture has, exported under this version alone. */
export const startAllHandlers = async (version: string): Promise<AllHandlers> => {
  const billManagement = await startBillManagement();
  const locations = locationsHandlers({ catalogue: published(fixtureCatalogue()), link: exportAt(version) });
  return {
    send: (request) => (request.path.startsWith('/locations/') ? locations : billManagement).send(request),
    close: () => billManagement.close(),
  };
};
