// Imported first, as files of streaming handlers use it on load.
import '../streaming-runtime.ts';

import { findPointsByDeliveryPoint } from '../../../functions/locations-v2/find-points-by-delivery-point.ts';
import { findPointsByPostcode } from '../../../functions/locations-v2/find-points-by-postcode.ts';
import { findPointsByType } from '../../../functions/locations-v2/find-points-by-type.ts';
import { findPointsByWorkCentre } from '../../../functions/locations-v2/find-points-by-work-centre.ts';
import { findPointsNear } from '../../../functions/locations-v2/find-points-near.ts';
import { getPointsByLocationCode } from '../../../functions/locations-v2/get-points-by-location-code.ts';
import { getServicesByCode } from '../../../functions/locations-v2/get-services-by-code.ts';
import { listServices } from '../../../functions/locations-v2/list-services.ts';
import { exportWorkCentres } from '../../../functions/locations-v3/export-work-centres.ts';
import { getWorkCentre } from '../../../functions/locations-v3/get-work-centre.ts';
import { listOperationalCapabilities } from '../../../functions/locations-v3/list-operational-capabilities.ts';
import { listWorkCentres } from '../../../functions/locations-v3/list-work-centres.ts';
import { locationsV2 } from '../../../infra/routes/locations-v2.ts';
import { locationsV3 } from '../../../infra/routes/locations-v3.ts';
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { ExportLink } from '../../../shared/domain/publication/work-centre-export.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { ApiTarget } from './api-target.ts';
import { type HandlersByOperation, routeTarget } from './handler-target.ts';

interface Ports {
  readonly catalogue: PublishedCatalogue;
  readonly link: ExportLink;
}

const handlersOver = ({ catalogue, link }: Ports): HandlersByOperation => ({
  getGeoLocationsByPostCodeUsingGET: findPointsByPostcode(catalogue),
  getGeoLocationsByWcidUsingGET: findPointsByWorkCentre(catalogue),
  getGeoLocationsByDeliveryPointIdUsingGET: findPointsByDeliveryPoint(catalogue),
  getPointsByLocationCodeUsingGET: getPointsByLocationCode(catalogue),
  getPointsByTypeUsingGET: findPointsByType(catalogue),
  getGeoLocationsUsingGET: findPointsNear(catalogue),
  getServicesUsingGET: listServices(catalogue),
  getServicesByServiceCodesUsingGET: getServicesByCode(catalogue),
  getWorkCentres: listWorkCentres(catalogue),
  getWorkCentreByID: getWorkCentre(catalogue),
  exportWorkCentres: exportWorkCentres(link),
  getOperationalCapabilities: listOperationalCapabilities(catalogue),
});

/** Creates a target of both locations services, with the operations of the route table. */
export const locationsHandlers = (ports: Ports, context: KeyContext = {}): ApiTarget =>
  routeTarget([...locationsV2, ...locationsV3], handlersOver(ports), context);
