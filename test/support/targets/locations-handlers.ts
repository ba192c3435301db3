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
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/location-catalogue.ts';
import type { ExportLink } from '../../../shared/domain/location/publication/work-centre-export.ts';
import type { WorkCentreParts } from '../../../shared/wire/locations-v3/work-centre-line.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { ApiTarget } from './api-target.ts';
import { type HandlersByOperation, routeTarget } from './route-target.ts';

interface Ports {
  readonly points: PublishedCatalogue<string>;
  readonly workCentres: PublishedCatalogue<WorkCentreParts>;
  readonly link: ExportLink;
}

const handlersOver = ({ points, workCentres, link }: Ports): HandlersByOperation => ({
  getGeoLocationsByPostCodeUsingGET: findPointsByPostcode(points),
  getGeoLocationsByWcidUsingGET: findPointsByWorkCentre(points),
  getGeoLocationsByDeliveryPointIdUsingGET: findPointsByDeliveryPoint(points),
  getPointsByLocationCodeUsingGET: getPointsByLocationCode(points),
  getPointsByTypeUsingGET: findPointsByType(points),
  getGeoLocationsUsingGET: findPointsNear(points),
  getServicesUsingGET: listServices(points),
  getServicesByServiceCodesUsingGET: getServicesByCode(points),
  getWorkCentres: listWorkCentres(workCentres),
  getWorkCentreByID: getWorkCentre(workCentres),
  exportWorkCentres: exportWorkCentres(link),
  getOperationalCapabilities: listOperationalCapabilities(workCentres),
});

/** Creates a target of both locations services, with the operations of the route table. */
export const locationsHandlers = (ports: Ports, context: KeyContext = {}): ApiTarget =>
  routeTarget([...locationsV2, ...locationsV3], handlersOver(ports), context);
