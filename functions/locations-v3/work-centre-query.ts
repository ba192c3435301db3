import * as z from 'zod';
import { locationType, postcodePattern } from '../../shared/domain/location/location.ts';
import type { LocationCatalogue, SearchArea } from '../../shared/domain/location/location-catalogue.ts';
import type { LocationFilter } from '../../shared/domain/location/location-filter.ts';
import {
  integerParam,
  listParam,
  numberParam,
  repeatableListParam,
  textItem,
  textParam,
} from '../../shared/http/query-params.ts';
import { pageQuery } from './paging.ts';

const postcodeParam = textParam().pipe(z.string().regex(postcodePattern, 'must be four digits').optional());

const parameters = z.object({
  ...pageQuery({ defaultSize: 20, largestSize: 100 }),
  type: listParam(locationType),
  lat: numberParam(-90, 90),
  lon: numberParam(-180, 180),
  radius: integerParam(0, 1000).default(50),
  'location[addresses.attributes.postcode]': postcodeParam,
  'location[addresses.attributes.dpid]': listParam(textItem()),
  'attribute[work_centre_id]': listParam(textItem()),
  'attribute[access_restriction_code]': listParam(textItem()),
  'attribute[location_type_code]': listParam(textItem()),
  'attribute[operational_capabilities.id]': listParam(textItem()),
  'location[addresses.type]': repeatableListParam(textItem()),
  'location[addresses.type:all]': repeatableListParam(textItem()),
});

/** Absent or empty: whether what is given can be read is not asked here. */
const isAbsent = (values: readonly string[] | undefined): boolean =>
  values === undefined || values.every((value) => value === '');

const missing = (name: string, other: string) => ({
  path: [name],
  message: `must be given when ${other} is`,
  // Both sides of an intersection are merged unless one of them has given up.
  abort: true,
});

/**
 * A search point takes both of its coordinates. Asked of the request as it came, beside the parameters and not after
 * them, so that one answer lists every violation whatever else is wrong.
 */
const wholeSearchPoint = z
  .object({ lat: z.array(z.string()).optional(), lon: z.array(z.string()).optional() })
  .refine(({ lat, lon }) => isAbsent(lon) || !isAbsent(lat), missing('lat', 'lon'))
  .refine(({ lat, lon }) => isAbsent(lat) || !isAbsent(lon), missing('lon', 'lat'))
  .transform(() => ({}));

/** Query parameters of getWorkCentres. */
export const workCentreQuery = z.intersection(parameters, wholeSearchPoint);
export type WorkCentreQuery = z.output<typeof workCentreQuery>;

/** Where to look, if the request names a search point; the radius means nothing without one. */
export const toArea = ({ lat, lon, radius }: WorkCentreQuery): { readonly area?: SearchArea } =>
  lat === undefined || lon === undefined ? {} : { area: { centre: { lat, lon }, radiusKm: radius } };

/** What the parameters ask of a location. The catalogue knows which services bear a capability id. */
export const toFilter = (
  query: WorkCentreQuery,
  catalogue: Pick<LocationCatalogue, 'serviceCodesOf'>,
): LocationFilter => {
  const postcode = query['location[addresses.attributes.postcode]'];
  const capabilityIds = query['attribute[operational_capabilities.id]'];
  return {
    types: query.type,
    postcodes: postcode === undefined ? undefined : new Set([postcode]),
    deliveryPointIds: query['location[addresses.attributes.dpid]'],
    workCentreIds: query['attribute[work_centre_id]'],
    accessRestrictionCodes: query['attribute[access_restriction_code]'],
    locationTypeCodes: query['attribute[location_type_code]'],
    serviceCodes: capabilityIds && catalogue.serviceCodesOf(capabilityIds),
    anyAddressTypes: query['location[addresses.type]'],
    allAddressTypes: query['location[addresses.type:all]'],
  };
};
