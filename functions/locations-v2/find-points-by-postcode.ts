import type { PublishedCatalogue } from '../../shared/domain/location/location-catalogue.ts';
import { jsonText } from '../../shared/http/api-response.ts';
import { pointText } from '../../shared/wire/locations-v2/point-text.ts';
import { toFilter } from './point-query.ts';
import { pointsText } from './points-body.ts';
import { publishedPoints } from './published-points.ts';
import { request } from './requests/find-points-by-postcode.ts';
import { apiHandler } from './service.ts';

/** In paths a postcode is a number, on addresses four digits. */
const toPostcode = (number: number): string => String(number).padStart(4, '0');

/** GET /locations/v2/points/postcode/{postcode} (getGeoLocationsByPostCodeUsingGET) */
export const findPointsByPostcode = (published: PublishedCatalogue<string>) =>
  apiHandler(request, async ({ path, query }) => {
    const catalogue = await published.current();
    return jsonText(
      pointsText(catalogue.byPostcode(toPostcode(path.postcode), toFilter(query)).map(pointText)),
    );
  });

export const handler = findPointsByPostcode(publishedPoints());
