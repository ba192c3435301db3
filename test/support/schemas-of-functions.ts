import { request } from '../../functions/locations-v2/requests/find-points-near.ts';
import { workCentreQuery } from '../../functions/locations-v3/requests/work-centre-query.ts';
import { publishedManifest } from '../../shared/data-access/publishing/manifest.ts';
import { location } from '../../shared/domain/location/location.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';

/** Schemas of functions: of store data, of gateway events, and of clients' requests. */
export const schemasOfFunctions = {
  publishedManifest,
  gatewayEvent,
  location,
  pointQuery: request.query,
  workCentreQuery,
};
