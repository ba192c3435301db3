import type { Place } from '../../../shared/spatial/place.ts';
import { gatewayEventOf } from '../../support/gateway-event-of.ts';

/** Locations of an answer. */
export const five = 5;
export const radiusKm = 50;

/** A search for five, as each of the services is asked for it. */
export interface AskedSearch {
  readonly centre: Place;
  /** That five locations have. */
  readonly postcode: string;
  readonly near: object;
  readonly byPostcode: object;
  readonly workCentres: object;
}

const workCentrePath = '/locations/v3/workcentres';

export const askedSearch = (centre: Place, postcode: string): AskedSearch => {
  const { lat, lon } = centre;
  return {
    centre,
    postcode,
    near: gatewayEventOf(
      { path: `/locations/v2/points/geo/${lon}/${lat}` },
      '/locations/v2/points/geo/{longitude}/{latitude}',
      { longitude: String(lon), latitude: String(lat) },
    ),
    byPostcode: gatewayEventOf(
      { path: `/locations/v2/points/postcode/${postcode}` },
      '/locations/v2/points/postcode/{postcode}',
      { postcode },
    ),
    workCentres: gatewayEventOf(
      { path: `${workCentrePath}?lat=${lat}&lon=${lon}&radius=${radiusKm}&size=${five}` },
      workCentrePath,
      {},
    ),
  };
};
