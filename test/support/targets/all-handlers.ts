import { publishedFixture } from '../fixture/fixture-catalogue.ts';
import { exportAt } from '../fixture/fixture-export.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { TargetRequest } from './api-target.ts';
import { startBillManagement } from './bill-management-target.ts';
import { locationsHandlers } from './locations-handlers.ts';

/** Starts the functions of all three services with the fixture and this exported version. */
export const startAllHandlers = async (version: string, context: KeyContext = {}) => {
  const billManagement = await startBillManagement(context);
  const locations = locationsHandlers({ catalogue: publishedFixture(), link: exportAt(version) }, context);
  return {
    send: (request: TargetRequest) =>
      (request.path.startsWith('/locations/') ? locations : billManagement).send(request),
    close: () => billManagement.close(),
  };
};
export type AllHandlers = Awaited<ReturnType<typeof startAllHandlers>>;
