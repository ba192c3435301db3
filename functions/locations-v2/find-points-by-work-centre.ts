import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import { maxIdentifier } from '../../shared/domain/location/location.ts';
import { described, integerText } from '../../shared/http/query-params.ts';
import { pointQuery, toFilter, toPointsResponse } from './points.ts';
import { catalogueHandler } from './service.ts';

export const request = {
  path: {
    work_centre_id: described(integerText(0, maxIdentifier), 'Identifier of the facility.', 400_010),
  },
  query: pointQuery,
};

/** GET /locations/v2/points/workcentres/{work_centre_id} (getGeoLocationsByWcidUsingGET) */
export const findPointsByWorkCentre = catalogueHandler(request, (catalogue, { path, query }) =>
  toPointsResponse(catalogue.list('workCentreIds', path.work_centre_id, toFilter(query))),
);

export const handler = findPointsByWorkCentre(deployedCatalogue());
