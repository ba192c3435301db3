import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['locations-v3'];

const nine = { hour: 9, minute: 0 };
const five = { hour: 17, minute: 0 };
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'];

const capability = {
  name: 'Parcel collection',
  description: 'Pick up parcels that are waiting for you.',
  appointment_required: 'false',
  service_offering: true,
  categories: [{ id: 'CAT-RECEIVE', name: 'Receiving' }],
};

const postOffice = (distance: number) => ({
  id: '310003_PO',
  type: 'PO',
  attributes: {
    business_name: 'Melbourne GPO Post Shop',
    work_centre_id: '400010',
    phone_number: '13 13 18',
    org_unit_type_description: 'Post Office',
    operational_capabilities: [
      {
        id: 'OC0020',
        attributes: {
          ...capability,
          current_hours: {
            periods: [
              ...weekdays.map((day) => ({ day, type: 'HOURS', open: nine, close: five })),
              { day: 'SAT', type: 'SPECIAL_HOURS', open: nine, close: { hour: 12, minute: 30 } },
              { day: 'SUN', type: 'CLOSED' },
            ],
          },
          standard_hours: { periods: weekdays.map((day) => ({ day, open: nine, close: five })) },
        },
      },
    ],
  },
  location: {
    attributes: { lat: -37.8125, lon: 144.9623, distance },
    addresses: [
      {
        type: 'STREET_ADDRESS',
        attributes: {
          address_line_1: '250 Elizabeth Street',
          country_code: 'AU',
          country_name: 'Australia',
          dpid: '60237473',
          postcode: '3000',
          state: 'VIC',
          suburb: 'MELBOURNE',
        },
      },
    ],
  },
});

/** Returns the example post office as a GeoJSON feature, with further properties. */
const feature = (further: object = {}) => ({
  type: 'Feature',
  id: '310003_PO',
  geometry: { type: 'Point', coordinates: [144.9623, -37.8125] },
  properties: {
    type: 'PO',
    business_name: 'Melbourne GPO Post Shop',
    work_centre_id: '400010',
    phone_number: '13 13 18',
    description: 'Post Office',
    address_line_1: '250 Elizabeth Street',
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: '3000',
    country_code: 'AU',
    dpid: '60237473',
    operational_capabilities: ['OC0020'],
    opening_hours: 'Mo-Fr 09:00-17:00',
    ...further,
  },
});

const read = (
  path: string,
  handler: string,
  described: Omit<Route, 'access' | 'handler' | 'method' | 'path'> & Partial<Pick<Route, 'access'>>,
): Route => ({
  access: ['published:read'],
  ...described,
  method: 'GET',
  path: `${base}${path}`,
  handler: `functions/locations-v3/${handler}.ts`,
});

const exportHeaders = [
  'cache-control',
  'referrer-policy',
  'waypost-catalogue-version',
  'x-ratelimit-limit-second',
];

/** Operations of locations v3. Responses with work centres are streamed. */
export const locationsV3: readonly Route[] = [
  read('/workcentres', 'list-work-centres', {
    operationId: 'getWorkCentres',
    access: ['published:read', 'availability:read'],
    streamed: true,
    declaresNotFound: true,
    summary: 'Search work centres',
    description:
      'Returns work centres that match all filters. With a search point they are ordered by distance and, at the same ' +
      'distance, by ID. Without one they are ordered by ID. `pagination.total` is the number of all matches.',
    example: { pagination: { total: 2, offset: 0, size: 1 }, workcentres: [postOffice(0.141)] },
    geoJsonExample: {
      type: 'FeatureCollection',
      pagination: { total: 2, offset: 0, size: 1 },
      features: [feature({ distance: 0.141 })],
    },
  }),
  read('/workcentres/{id}', 'get-work-centre', {
    operationId: 'getWorkCentreByID',
    access: ['published:read', 'availability:read'],
    streamed: true,
    summary: 'Get a work centre',
    description:
      'Returns the work centre with this ID. Its distance is 0. If the ID is a former one, the response is the work ' +
      'centre that replaced it, with its current `id`, which `content-location` repeats.',
    headers: ['content-location'],
    example: { workcentres: [postOffice(0)] },
    geoJsonExample: feature(),
  }),
  read('/export/workcentres', 'export-work-centres', {
    operationId: 'exportWorkCentres',
    isNeverKept: true,
    summary: 'Export all work centres',
    description:
      'Redirects to a published file. Files with all work centres are written on a schedule (hourly in production) ' +
      'and after imports; `changes` brings them up to the newest version. Before the first publication, the response ' +
      "is 503.\n\n**Do not send your key to the file's host.** HTTP clients that follow redirects may forward " +
      '`AUTH-KEY` unless you disable that. Do not follow the redirect automatically; fetch the URL without the ' +
      'header.\n\n**In browsers**, send `redirect=false`, because browsers hide from a page where a redirect leads. ' +
      'Then fetch the `url` in the response without the key.\n\nAll files except `files` are compressed with gzip. ' +
      'In `json`, `geojson`, `ndjson`, `changes` and `removed`, each record is on its own line.',
    example: {
      url: 'https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c',
      expires_at: '2026-11-21T01:05:00.000Z',
      version: '20261121T005810123Z-4f2a9c',
      bytes: 1_843_201,
      sha256: 'b3d5bfd7b33e4e80a7d9935985234923544fe3266d314d6c96b9ba812c24c693',
    },
    responses: {
      200: {
        description: 'With `redirect=false`: link to the file.',
        headers: exportHeaders,
        isExtension: true,
      },
      302: {
        description: 'The file is at `location`. `waypost-catalogue-version` is its version.',
        headers: ['location', ...exportHeaders],
      },
    },
  }),
  read('/operational-capabilities', 'list-operational-capabilities', {
    operationId: 'getOperationalCapabilities',
    declaresNotFound: true,
    summary: 'List operational capabilities',
    description: 'Returns all services that work centres may offer, ordered by ID.',
    example: {
      pagination: { total: 40, offset: 0, size: 1 },
      operational_capabilities: [{ id: 'OC0020', attributes: capability }],
    },
  }),
  read('/places', 'list-places', {
    operationId: 'getPlaces',
    isExtension: true,
    isNeverKept: true,
    declaresNotFound: true,
    summary: 'Complete the name of a place',
    description:
      'Returns places that match the text typed so far. Places whose suburb or postcode begins with the text come ' +
      'first, then those with the most addresses. To search near a place, send its `label` as `near`.',
    example: {
      places: [
        {
          label: 'Fitzroy VIC 3065',
          suburb: 'Fitzroy',
          state: 'VIC',
          postcode: '3065',
          lat: -37.7989,
          lon: 144.9785,
        },
      ],
    },
  }),
];
