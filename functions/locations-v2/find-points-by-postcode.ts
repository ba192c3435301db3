import type { PublishedCatalogue } from '../../shared/domain/location/catalogue/location-catalogue.ts';
import { request } from './requests/find-points-by-postcode.ts';
import { toFilter } from './requests/point-query.ts';
import { apiHandler } from './service.ts';
import { pointsAnswer } from './views/points-body.ts';
import { publishedPoints } from './views/published-points.ts';

/** Pads the number of a path to the four digits of a postcode. */
const toPostcode = (number: number): string => String(number).padStart(4, '0');

/** GET /locations/v2/points/postcode/{postcode} (getGeoLocationsByPostCodeUsingGET) */
export const findPointsByPostcode = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return pointsAnswer(catalogue.byPostcode(toPostcode(path.postcode), toFilter(query)));
  });

export const handler = findPointsByPostcode(publishedPoints());
