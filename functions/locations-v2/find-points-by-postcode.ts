import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { described, integerText } from '../../shared/http/query-params.ts';
import { pointQuery, toFilter, toPointsResponse } from './points.ts';
import { catalogueHandler } from './service.ts';

export const request = {
  path: { postcode: described(integerText(0, 9999), 'Postcode. 800 and 0800 are the same.', 3000) },
  query: pointQuery,
};

/** GET /locations/v2/points/postcode/{postcode} (getGeoLocationsByPostCodeUsingGET) */
export const findPointsByPostcode = catalogueHandler(request, (catalogue, { path, query }) => {
  const postcode = String(path.postcode).padStart(4, '0');
  return toPointsResponse(catalogue.list('principalPostcodes', postcode, toFilter(query)));
});

export const handler = findPointsByPostcode(deployedCatalogue());
