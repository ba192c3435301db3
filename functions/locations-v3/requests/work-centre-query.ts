import * as z from 'zod/mini';
import type { EveryMember } from '../../../shared/domain/every-member.ts';
import type {
  LocationCatalogue,
  SearchArea,
} from '../../../shared/domain/location/catalogue/location-catalogue.ts';
import type { LocationFilter } from '../../../shared/domain/location/catalogue/location-filter.ts';
import { locationType, postcodePattern } from '../../../shared/domain/location/location.ts';
import {
  integerParam,
  listParam,
  numberParam,
  repeatableListParam,
  textItem,
  textListParam,
  textParam,
} from '../../../shared/http/query-params.ts';
import { pageQuery } from './paging.ts';

const postcodeParam = z.pipe(
  textParam(),
  z.optional(z.string().check(z.regex(postcodePattern, 'must be four digits'))),
);

/** Kilometres around the search point. */
const defaultRadius = 50;

const parameters = z.object({
  ...pageQuery({ defaultSize: 20, largestSize: 100 }),
  type: listParam(locationType),
  lat: numberParam(-90, 90),
  lon: numberParam(-180, 180),
  radius: z._default(integerParam(0, 1000), defaultRadius),
  'location[addresses.attributes.postcode]': postcodeParam,
  'location[addresses.attributes.dpid]': textListParam(textItem()),
  'attribute[work_centre_id]': listParam(textItem()),
  'attribute[access_restriction_code]': textListParam(textItem()),
  'attribute[location_type_code]': textListParam(textItem()),
  'attribute[operational_capabilities.id]': textListParam(textItem()),
  'location[addresses.type]': repeatableListParam(textItem()),
  'location[addresses.type:all]': repeatableListParam(textItem()),
});

type Read = z.core.ParsePayload<z.output<typeof parameters>>;

const isEmpty = (values: unknown): boolean => Array.isArray(values) && values.every((value) => value === '');

/** Whether the parameter was sent with a value, valid or not. */
const isGiven = (name: 'lat' | 'lon', { value, issues }: Read): boolean =>
  value[name] !== undefined || issues.some(({ path, input }) => path?.[0] === name && !isEmpty(input));

const missing = (name: string, other: string) => ({
  code: 'custom' as const,
  path: [name],
  message: `is required when ${other} is given`,
});

/** Accepts any radius; a repeated one stays an error, as every repeated parameter is. */
const ignoreRadius = (query: Read): void => {
  const isBadRadius = ({ path, input }: z.core.$ZodRawIssue): boolean =>
    path?.[0] === 'radius' && !Array.isArray(input);
  query.issues = query.issues.filter((issue) => !isBadRadius(issue));
  query.value.radius = defaultRadius;
};

/**
 * Query parameters of getWorkCentres. A search point needs both coordinates, and the radius counts only with one. This
 * is checked even if other parameters are invalid, so that one response lists every violation.
 */
export const workCentreQuery = parameters.check(
  z.superRefine(
    (_, query) => {
      const lat = isGiven('lat', query);
      const lon = isGiven('lon', query);
      if (lon && !lat) query.addIssue(missing('lat', 'lon'));
      if (lat && !lon) query.addIssue(missing('lon', 'lat'));
      if (!lat && !lon) ignoreRadius(query);
    },
    { when: () => true },
  ),
);
export type WorkCentreQuery = z.output<typeof workCentreQuery>;

/** Search area of the request, if it names a search point; without one the radius is ignored. */
export const toArea = ({ lat, lon, radius }: WorkCentreQuery): { readonly area?: SearchArea } =>
  lat === undefined || lon === undefined ? {} : { area: { centre: { lat, lon }, radiusKm: radius } };

/** What version 3 filters by: everything but usage types, which are version 2's. */
type WorkCentreFilter = EveryMember<Omit<LocationFilter, 'usageTypes'>>;

/** Turns the parameters into a filter. The catalogue maps capability ids to service codes. */
export const toFilter = (
  query: WorkCentreQuery,
  catalogue: Pick<LocationCatalogue, 'serviceCodesOf'>,
): WorkCentreFilter => {
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
