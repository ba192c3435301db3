import * as z from 'zod/mini';
import {
  deployedAvailability,
  type PublishedAvailability,
} from '../../shared/data-access/availability/published-availability.ts';
import { deployedCatalogue } from '../../shared/data-access/publishing/published-catalogue.ts';
import type { Availability } from '../../shared/domain/availability/availability.ts';
import type { EveryMember } from '../../shared/domain/every-member.ts';
import type {
  Capabilities,
  LocationCatalogue,
  PublishedCatalogue,
} from '../../shared/domain/location/catalogue/catalogue.ts';
import type { LocationFilter } from '../../shared/domain/location/catalogue/filter.ts';
import { type Location, locationType, postcodePattern } from '../../shared/domain/location/location.ts';
import { isBrowserKey } from '../../shared/http/browser-origin.ts';
import type { Problem } from '../../shared/http/errors.ts';
import { type GatewayEvent, headerOf } from '../../shared/http/gateway-event.ts';
import { prefersGeoJson } from '../../shared/http/headers.ts';
import {
  commaNote,
  described,
  integerParam,
  listParam,
  numberParam,
  patternParam,
  repeatableListParam,
  textItem,
  textListParam,
} from '../../shared/http/query-params.ts';
import { Representation } from '../../shared/http/representation.ts';
import type { Streamed } from '../../shared/http/response.ts';
import type { WorkCentreContext } from '../../shared/wire/work-centre-view.ts';
import { readCatalogue } from './catalogue-texts.ts';
import type { FeatureCollection, SparseWorkCentresResponse, WorkCentresResponse } from './contract.ts';
import { acceptingParameters, acceptingRows, availabilityFor } from './extensions/accepting.ts';
import { bboxParameters, rowsInBox } from './extensions/bbox.ts';
import { formerIds, idParameters, rowsWithIds } from './extensions/ids.ts';
import { lifecycleIn } from './extensions/lifecycle.ts';
import { nearParameters, searchPointOf } from './extensions/near.ts';
import { openAtIsNear, openAtParameters, openingMinute, openings } from './extensions/open-at.ts';
import { parcelLimitsOf, parcelParameters, rowsForParcel } from './extensions/parcel.ts';
import { textParameters, textRanking } from './extensions/search-text.ts';
import { capabilities, fieldsParameter, type SelectedFields, workCentreMapper } from './fields.ts';
import { featureMapper, geoJson, geoJsonViolations } from './geojson.ts';
import { localDates } from './local-dates.ts';
import { pageQuery, toPagination } from './paging.ts';
import { streamingSearchHandler } from './service.ts';

const defaultSize = 20;
const maxSize = 100;

/** Maximum page size for a browser key if the page has capabilities. A page of 100 post offices may be 15 MB. */
const maxBrowserPage = 20;

/** Default search radius in kilometres. */
const defaultRadius = 50;

const matchesAny = `A work centre matches if it has any of them. ${commaNote}`;

const parameters = z.object({
  offset: pageQuery({ defaultSize, maxSize }).offset,
  size: described(
    integerParam(0, maxSize),
    'Maximum number of items on the page. With 0, the response contains only the total. With `id`, the default is ' +
      `${maxSize}, or ${maxBrowserPage} for a browser key. A browser key may request more than ${maxBrowserPage} ` +
      'only as GeoJSON, or if `fields` selects nothing of capabilities but their IDs.',
    20,
    // The check below applies it, because the default depends on other parameters.
    { default: defaultSize },
  ),
  type: described(
    listParam(locationType),
    `Comma-separated list of work centre types: any of ${locationType.options.join(', ')}. The default is all types.`,
    'PO,UPL',
  ),
  lat: described(
    numberParam(-90, 90),
    'Latitude of the search point in degrees (WGS 84). Requires `lon`.',
    -37.8136,
  ),
  lon: described(
    numberParam(-180, 180),
    'Longitude of the search point in degrees (WGS 84). Requires `lat`.',
    144.9631,
  ),
  radius: described(
    z._default(integerParam(0, 1000), defaultRadius),
    'Search radius in kilometres, inclusive. Ignored without a search point.',
    5,
  ),
  'location[addresses.attributes.postcode]': described(
    patternParam(postcodePattern, 'must be four digits'),
    'Postcode of any address of the work centre.',
    '3000',
  ),
  'location[addresses.attributes.dpid]': described(
    textListParam(textItem()),
    `Comma-separated list of delivery point identifiers. ${matchesAny}`,
    '60237473',
  ),
  'attribute[work_centre_id]': described(
    listParam(textItem()),
    'Comma-separated list of facility identifiers. A work centre matches if its facility is one of them.',
    '400010,400011',
  ),
  'attribute[access_restriction_code]': described(
    textListParam(textItem()),
    `Comma-separated list of access restriction codes, which say who may use a parcel locker. ${matchesAny}`,
    'AL,RD',
  ),
  'attribute[location_type_code]': described(
    textListParam(textItem()),
    `Comma-separated list of codes that describe where a parcel locker is. ${matchesAny}`,
    'GL,HN',
  ),
  'attribute[operational_capabilities.id]': described(
    textListParam(textItem()),
    `Comma-separated list of operational capability IDs. ${matchesAny}`,
    'OC0020,OC0022',
  ),
  'location[addresses.type]': described(
    repeatableListParam(textItem()),
    'Address types. A work centre matches if it has an address of any of these types. Repeat the parameter or separate types with commas.',
    ['STREET_ADDRESS', 'PARCEL_COLLECT'],
  ),
  'location[addresses.type:all]': described(
    repeatableListParam(textItem()),
    'Address types. A work centre matches if it has an address of each of these types. Repeat the parameter or separate types with commas.',
    ['STREET_ADDRESS', 'PARCEL_COLLECT'],
  ),
  ...openAtParameters,
  ...acceptingParameters,
  ...bboxParameters,
  ...idParameters,
  ...parcelParameters,
  ...fieldsParameter,
  ...nearParameters,
  ...textParameters,
});

type ParsedQuery = z.core.ParsePayload<z.output<typeof parameters>>;

const isEmpty = (values: unknown): boolean => Array.isArray(values) && values.every((value) => value === '');

/** Whether the parameter was sent with a value, valid or not. */
const isGiven = (name: 'lat' | 'lon' | 'near', { value, issues }: ParsedQuery): boolean =>
  value[name] !== undefined || issues.some(({ path, input }) => path?.[0] === name && !isEmpty(input));

const violation = (name: string, message: string) => ({ code: 'custom' as const, path: [name], message });

const missing = (name: string, other: string) => violation(name, `is required when ${other} is given`);

/** Ignores an invalid radius. A repeated radius is still an error, as for any parameter. */
const ignoreRadius = (query: ParsedQuery): void => {
  const isBadRadius = ({ path, input }: z.core.$ZodRawIssue): boolean =>
    path?.[0] === 'radius' && !Array.isArray(input);
  query.issues = query.issues.filter((issue) => !isBadRadius(issue));
  query.value.radius = defaultRadius;
};

/**
 * Query parameters of getWorkCentres. A search point needs both coordinates, and the radius is ignored without a search
 * point. This is checked even if other parameters are invalid, so that one response lists every violation.
 */
const workCentreQuery = parameters.check(
  z.superRefine(
    (_, query) => {
      const lat = isGiven('lat', query);
      const lon = isGiven('lon', query);
      if (lon && !lat) query.addIssue(missing('lat', 'lon'));
      if (lat && !lon) query.addIssue(missing('lon', 'lat'));
      const near = isGiven('near', query);
      if (near && (lat || lon)) query.addIssue(violation('near', 'must not be given with lat or lon'));
      if (!lat && !lon && !near) ignoreRadius(query);
      // With ids, the operation itself applies the default.
      if (!query.value.id) query.value.size ??= defaultSize;
    },
    { when: () => true },
  ),
);
type WorkCentreQuery = z.output<typeof workCentreQuery>;

/**
 * Returns a violation if a browser key requests a large page with capabilities. GeoJSON pages are exempt, because they
 * contain only the ids of capabilities.
 */
const browserPageViolations = (event: GatewayEvent): readonly Problem[] => {
  if (!isBrowserKey(event) || prefersGeoJson(headerOf(event, 'accept'))) return [];
  const query = event.multiValueQueryStringParameters;
  const requested = z.safeParse(parameters.shape.size, query.size).data ?? 0;
  const selected = z.safeParse(parameters.shape.fields, query.fields);
  // Invalid `fields` are reported elsewhere. Whether they would leave out capabilities is unknown.
  if (requested <= maxBrowserPage || !selected.success || leavesOutCapabilities(selected.data)) return [];
  const detail = `size: must be at most ${maxBrowserPage} with this key, unless capabilities are left out (see fields)`;
  return [{ detail, parameter: 'size' }];
};

const leavesOutCapabilities = (selected: SelectedFields | undefined): boolean =>
  selected !== undefined &&
  selected.capabilities !== 'all' &&
  ![...selected.extras].some((name) => name.startsWith(`${capabilities}.`));

export const request = {
  query: workCentreQuery,
  violations: (event: GatewayEvent) => [...browserPageViolations(event), ...geoJsonViolations(event)],
};

/** Returns the request schema, which also checks that `open_at` is not too far from the time of the request. */
export const requestAt = (now: () => Date) => ({
  ...request,
  query: request.query.check(openAtIsNear(now)),
});

type WorkCentrePage = Streamed<WorkCentresResponse | SparseWorkCentresResponse | FeatureCollection>;

/**
 * GET /locations/v3/workcentres (getWorkCentres). Streamed, because 100 post offices that close for lunch, with dozens
 * of services each, exceed the 6 MB limit of a buffered response.
 */
export const listWorkCentres = (
  published: PublishedCatalogue,
  reported: PublishedAvailability,
  now = () => new Date(),
) =>
  streamingSearchHandler(
    requestAt(now),
    async ({ query, accept, browser }): Promise<Representation<WorkCentrePage>> => {
      const [{ catalogue, texts }, availability] = await Promise.all([
        readCatalogue(published, (read) => searchTexts(query, read)),
        availabilityFor(query, reported),
      ]);
      // The size is undefined only if `id` is given.
      const { offset, size = browser ? maxBrowserPage : maxSize } = query;
      const { point } = texts;
      const context = { capabilityOf: catalogue.capabilities.get, now: now() };
      const opening = openings(query, context.now, context.capabilityOf);
      const search = toSearch(query, { catalogue, texts, availability, now: context.now });
      const sources = {
        ofWorkCentre: {
          opening: opening.ofWorkCentre,
          availability: ({ locationCode }: Location) => availability?.of(locationCode, context.now),
          former_ids: formerIds(catalogue.has),
          parcel_limits: parcelLimitsOf(query),
          lifecycle: lifecycleIn(catalogue, query),
        },
        ofCapability: { opening: opening.ofCapability },
      };
      const toShown = workCentreMapper(query.fields, sources);
      const toFeature = prefersGeoJson(accept)
        ? featureMapper(query.fields, sources, {
            version: catalogue.version,
            showsDistance: search.area !== undefined,
          })
        : undefined;
      return new Representation({
        catalogue,
        validators: [
          localDates(catalogue, context.now),
          openingMinute(query, context.now),
          availability?.tag(context.now),
          // The default size depends on the kind of key.
          size,
        ],
        mediaType: toFeature && geoJson,
        body() {
          const { total, page } = point === null ? noMatches : catalogue.search({ ...search, offset, size });
          const neighbours = [...page];
          const pagination = toPagination(total, offset, neighbours);
          const mapped = <Item>(toItem: (location: Location, context: WorkCentreContext) => Item) =>
            neighbours
              .values()
              .map(({ location, distanceKm }) => toItem(location, { ...context, distanceKm }));
          const head = { pagination, ...(point !== undefined && { search_point: point }) };
          return toFeature
            ? { type: 'FeatureCollection', ...head, features: mapped(toFeature) }
            : { ...head, workcentres: mapped(toShown) };
        },
      });
    },
  );

export const handler = listWorkCentres(deployedCatalogue(), deployedAvailability());

/** Reads the text indexes that the parameters need. Throws the same errors as TextIndexes. */
export const searchTexts = async ({ near, q }: WorkCentreQuery, catalogue: LocationCatalogue) => {
  const [point, ranking] = await Promise.all([searchPointOf(near, catalogue), textRanking(q, catalogue)]);
  return { point, ranking };
};

/** Data that search parameters may refer to. */
interface SearchContext {
  readonly catalogue: LocationCatalogue;
  readonly texts: Awaited<ReturnType<typeof searchTexts>>;
  readonly availability?: Availability | undefined;
  readonly now: Date;
}

/** Maps the parameters to a search, without offset and size. */
export const toSearch = (
  query: WorkCentreQuery,
  { catalogue, texts: { point, ranking }, availability, now }: SearchContext,
) => {
  const { lat, lon, radius } = query;
  const given = lat === undefined || lon === undefined ? undefined : { lat, lon };
  const centre = point ? { lat: point.lat, lon: point.lon } : given;
  const selections = [
    openings(query, now, catalogue.capabilities.get).rows,
    rowsInBox(query),
    rowsWithIds(query),
    rowsForParcel(query),
    acceptingRows(query, availability, now),
  ].filter((rows) => rows !== undefined);
  const filter = toFilter(query, catalogue.capabilities);
  return { filter, selections, ranking, ...(centre && { area: { centre, radiusKm: radius } }) };
};

const noMatches = { total: 0, page: [] };

/** Version 3 filter: all criteria except usage types, which only version 2 has. */
type WorkCentreFilter = EveryMember<Omit<LocationFilter, 'usageTypes'>>;

/** Maps the parameters to a filter. Capability ids become service codes. */
const toFilter = (query: WorkCentreQuery, capabilities: Capabilities): WorkCentreFilter => {
  const postcode = query['location[addresses.attributes.postcode]'];
  const capabilityIds = query['attribute[operational_capabilities.id]'];
  return {
    types: query.type,
    postcodes: postcode === undefined ? undefined : new Set([postcode]),
    deliveryPointIds: query['location[addresses.attributes.dpid]'],
    workCentreIds: query['attribute[work_centre_id]'],
    accessRestrictionCodes: query['attribute[access_restriction_code]'],
    locationTypeCodes: query['attribute[location_type_code]'],
    serviceCodes: capabilityIds && capabilities.serviceCodesOf(capabilityIds),
    addressTypes: query['location[addresses.type]'],
    allAddressTypes: query['location[addresses.type:all]'],
  };
};
