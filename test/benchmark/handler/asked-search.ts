import type { Place } from '../../../shared/spatial/index.ts';
import { gatewayEventOf } from '../../support/gateway/gateway-event-of.ts';
import { usualHeaders, usualKey } from './real-request.ts';

/** Locations of an answer. */
export const five = 5;
export const radiusKm = 50;

/** A search for five, as each of the services is asked for it. */
export interface AskedSearch {
  readonly centre: Place;
  /** That five locations have. */
  readonly postcode: string;
  readonly near: object;
  /** The same of a client that takes it compressed. */
  readonly nearForGzip: object;
  readonly byPostcode: object;
  readonly workCentres: object;
}

const workCentrePath = '/locations/v3/workcentres';

export const askedSearch = (centre: Place, postcode: string): AskedSearch => {
  const { lat, lon } = centre;
  const event = (path: string, resource: string, parameters: Readonly<Record<string, string>>, more = {}) =>
    gatewayEventOf({ path, headers: { ...usualHeaders, ...more } }, resource, parameters, usualKey);
  const near = (more = {}) =>
    event(
      `/locations/v2/points/geo/${lon}/${lat}`,
      '/locations/v2/points/geo/{longitude}/{latitude}',
      { longitude: String(lon), latitude: String(lat) },
      more,
    );
  return {
    centre,
    postcode,
    near: near(),
    nearForGzip: near({ 'Accept-Encoding': 'gzip' }),
    byPostcode: event(
      `/locations/v2/points/postcode/${postcode}`,
      '/locations/v2/points/postcode/{postcode}',
      { postcode },
    ),
    workCentres: event(
      `${workCentrePath}?lat=${lat}&lon=${lon}&radius=${radiusKm}&size=${five}`,
      workCentrePath,
      {},
    ),
  };
};
