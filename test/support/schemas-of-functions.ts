import { request } from '../../functions/locations-v2/find-points-near.ts';
import { request as workCentres } from '../../functions/locations-v3/list-work-centres.ts';
import { location } from '../../shared/domain/location/location.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';

/** Schemas of functions: of store data, of gateway events, and of clients' requests. */
export const schemasOfFunctions = {
  gatewayEvent,
  location,
  pointQuery: request.query,
  workCentreQuery: workCentres.query,
};
