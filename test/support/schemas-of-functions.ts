import { request } from '../../functions/locations-v2/requests/find-points-near.ts';
import { workCentreQuery } from '../../functions/locations-v3/requests/work-centre-query.ts';
import { currentManifest } from '../../shared/data-access/publishing/reading/published-manifest.ts';
import { location } from '../../shared/domain/location/location.ts';
import { gatewayEvent } from '../../shared/http/gateway-event.ts';

/** Schemas that functions read by: of what the store gives, of what the gateway does, and of what clients ask. */
export const schemasOfFunctions = {
  currentManifest,
  gatewayEvent,
  location,
  pointQuery: request.query,
  workCentreQuery,
};
