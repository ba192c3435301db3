import {
  capabilitiesResponse,
  errorResponse,
  exportLinkResponse,
  type WorkCentreResponse,
  workCentreResponse,
  workCentresResponse,
} from '../../functions/locations-v3/contract.ts';
import { request as exportFile } from '../../functions/locations-v3/export-work-centres.ts';
import { request as one } from '../../functions/locations-v3/get-work-centre.ts';
import { request as capabilities } from '../../functions/locations-v3/list-operational-capabilities.ts';
import { request as list } from '../../functions/locations-v3/list-work-centres.ts';
import { locationType } from '../../shared/domain/location/location.ts';
import { locationsV3 as routes } from '../routes/locations-v3.ts';
import { commaWords, commonWords } from './common-words.ts';
import { describeOperation, jsonAnswer, type ServiceDescription } from './document/operation-description.ts';

/** What the paged lists say of their pages. */
const pageWords = {
  offset: { description: 'How many items to skip. Past the end the page is empty.', example: 0 },
  size: {
    description: 'How many items a page has at most. With 0 the answer has the total alone.',
    example: 20,
  },
} as const;

/** Headers of every answer that is made from the catalogue. */
const catalogueHeaders = ['waypost-catalogue-version', 'x-ratelimit-limit-second'] as const;

/** Those that the specification declares of each operation that searches, and 403. */
const statuses = [400, 401, 403, 404, 405, 429, 500, 503] as const;

const nine = { hour: 9, minute: 0 };
const five = { hour: 17, minute: 0 };
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

/** A post office as the examples have it. */
const exampleWorkCentre: WorkCentreResponse['workcentres'][0] = {
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
          name: 'Parcel collection',
          description: 'Pick up parcels that wait for you.',
          appointment_required: 'false',
          service_offering: true,
          categories: [{ id: 'CAT-RECEIVE', name: 'Receiving' }],
          current_hours: {
            periods: [
              ...weekdays.map((day) => ({ day, type: 'HOURS' as const, open: nine, close: five })),
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
    attributes: { lat: -37.8125, lon: 144.9623, distance: 0.141 },
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
};

/** GET /workcentres */
const getWorkCentres = describeOperation(list, {
  summary: 'Search work centres',
  description:
    'The work centres that every filter leaves. With a search point they are ordered by their distance from it, those ' +
    'that are equally far by id; without one by id. `pagination.total` counts all that match.',
  query: {
    ...pageWords,
    type: {
      description: `Comma-separated list of types of work centres: any of ${locationType.options.join(', ')}. All types by default.`,
      example: 'PO,UPL',
    },
    lat: { description: 'Latitude of the search point, degrees of WGS 84. Needs `lon`.', example: -37.8136 },
    lon: { description: 'Longitude of the search point, degrees of WGS 84. Needs `lat`.', example: 144.9631 },
    radius: {
      description:
        'How far from the search point to look, in kilometres. Ignored where there is no search point.',
      example: 5,
    },
    'location[addresses.attributes.postcode]': {
      description: 'Postcode of any of the addresses.',
      example: '3000',
    },
    'location[addresses.attributes.dpid]': {
      description: `Comma-separated list of delivery point identifiers: work centres with any of them.${commaWords}`,
      example: '60237473',
    },
    'attribute[work_centre_id]': {
      description: 'Comma-separated list of identifiers of facilities: work centres of any of them.',
      example: '400010,400011',
    },
    'attribute[access_restriction_code]': {
      description: `Comma-separated list of codes that say who may use a parcel locker: those with any of them.${commaWords}`,
      example: 'AL,RD',
    },
    'attribute[location_type_code]': {
      description: `Comma-separated list of codes that say where a parcel locker stands: those with any of them.${commaWords}`,
      example: 'GL,HN',
    },
    'attribute[operational_capabilities.id]': {
      description: `Comma-separated list of ids of operational capabilities: work centres with any of them.${commaWords}`,
      example: 'OC0020,OC0022',
    },
    'location[addresses.type]': {
      description:
        'Types of addresses: work centres with an address of any of them. Repeat the parameter, or separate the types ' +
        'by commas.',
      example: ['STREET_ADDRESS', 'PARCEL_COLLECT'],
    },
    'location[addresses.type:all]': {
      description:
        'Types of addresses: work centres with an address of every one of them. Repeat the parameter, or separate the ' +
        'types by commas.',
      example: ['STREET_ADDRESS', 'PARCEL_COLLECT'],
    },
  },
  answers: {
    200: jsonAnswer(workCentresResponse, {
      description: 'A page of the work centres.',
      headers: catalogueHeaders,
      examples: {
        found: {
          summary: 'The first of two',
          value: { pagination: { total: 2, offset: 0, size: 1 }, workcentres: [exampleWorkCentre] },
        },
        none: {
          summary: 'Nothing was found',
          value: { pagination: { total: 0, offset: 0, size: 0 }, workcentres: [] },
        },
      },
    }),
  },
  errors: statuses,
});

/** GET /workcentres/{id} */
const getWorkCentreByID = describeOperation(one, {
  summary: 'Get a work centre',
  description: 'The work centre of an id. Its distance is 0.',
  path: { id: { description: 'Id of the work centre.', example: '310003_PO' } },
  answers: {
    200: jsonAnswer(workCentreResponse, {
      description: 'The work centre, in a list of one.',
      headers: catalogueHeaders,
      examples: {
        found: {
          summary: 'A post office',
          value: {
            workcentres: [
              {
                ...exampleWorkCentre,
                location: {
                  ...exampleWorkCentre.location,
                  attributes: { ...exampleWorkCentre.location.attributes, distance: 0 },
                },
              },
            ],
          },
        },
      },
    }),
  },
  errors: statuses,
});

const linkHeaders = [
  'cache-control',
  'referrer-policy',
  'waypost-catalogue-version',
  'x-ratelimit-limit-second',
] as const;

/** GET /export/workcentres */
const exportWorkCentres = describeOperation(exportFile, {
  summary: 'Export all work centres',
  description:
    'Redirects to a published file. Files with all work centres are written every hour; `changes` leads from their ' +
    'version to the newest. Before the first publication the answer is 503.\n\n' +
    '**Do not send your key to the host of the file.** HTTP clients that follow redirects by themselves may pass ' +
    '`AUTH-KEY` on to it unless told not to: ask without following, then fetch the address without the header.\n\n' +
    '**In browsers** send `redirect=false`, because a browser does not tell a page where a redirect leads. Then fetch the ' +
    '`url` of the answer without the key.\n\n' +
    'All files but `files` are compressed with gzip. In `json`, `geojson`, `ndjson`, `changes` and `removed` each ' +
    'record has a line of its own.',
  query: {
    format: {
      description:
        'Which file: `json`, `ndjson`, `csv` and `geojson` hold all work centres; `changes` what changed since ' +
        'another version; `removed` locations removed in the last 90 days; `files` lists them with versions, sizes and ' +
        'checksums.',
      example: 'csv',
    },
    since: {
      description:
        'With `format=changes` alone: the version that the client has, as `waypost-catalogue-version` named it. 400 ' +
        'where the changes since then are not kept any more.',
      example: '20261121T005810123Z-4f2a9c',
    },
    redirect: {
      description:
        'With `false` the answer is 200 with the URL, the size and the checksum of the file as JSON, instead of the ' +
        'redirect.',
      example: 'false',
    },
  },
  answers: {
    200: jsonAnswer(exportLinkResponse, {
      description: 'With `redirect=false`: the file is at `url`.',
      headers: linkHeaders,
      examples: {
        link: {
          summary: 'All work centres as JSON',
          value: {
            url: 'https://published.example/versions/20261121T005810123Z-4f2a9c/workcentres.json.gz?X-Amz-Expires=300&X-Amz-Signature=5d1c',
            expires_at: '2026-11-21T01:05:00.000Z',
            version: '20261121T005810123Z-4f2a9c',
            bytes: 1_843_201,
            sha256: 'b3d5bfd7b33e4e80a7d9935985234923544fe3266d314d6c96b9ba812c24c693',
          },
        },
      },
    }),
    302: {
      description: 'The file is at `location`. `waypost-catalogue-version` names its version.',
      headers: ['location', ...linkHeaders],
    },
  },
  errors: [400, 401, 403, 405, 429, 500, 503],
});

/** GET /operational-capabilities */
const getOperationalCapabilities = describeOperation(capabilities, {
  summary: 'List operational capabilities',
  description: 'All that can be done at work centres, ordered by id.',
  query: pageWords,
  answers: {
    200: jsonAnswer(capabilitiesResponse, {
      description: 'A page of the capabilities.',
      headers: catalogueHeaders,
      examples: {
        page: {
          summary: 'The first of 40',
          value: {
            pagination: { total: 40, offset: 0, size: 1 },
            operational_capabilities: [
              {
                id: 'OC0020',
                attributes: {
                  name: 'Parcel collection',
                  description: 'Pick up parcels that wait for you.',
                  appointment_required: 'false',
                  service_offering: true,
                  categories: [{ id: 'CAT-RECEIVE', name: 'Receiving' }],
                },
              },
            ],
          },
        },
      },
    }),
  },
  errors: statuses,
});

/** Errors too tell which catalogue was asked, where one was read before. */
const catalogueVersion = ['waypost-catalogue-version'] as const;

/** What the document of locations v3 says. */
export const locationsV3: ServiceDescription = {
  title: 'Locations v3',
  version: '3.0.0',
  description: `Work centres of the postal network, searched by place and by what they are and do; an export of all of them.\n\n${commonWords}`,
  tags: { Endpoints: 'Work centres, their export, and operational capabilities.' },
  routes,
  operations: { getWorkCentres, getWorkCentreByID, exportWorkCentres, getOperationalCapabilities },
  errors: {
    body: errorResponse,
    examples: {
      400: { detail: 'lon: is required when lat is given' },
      404: { detail: 'No work centre has the id "nope".' },
    },
    headers: {
      400: catalogueVersion,
      404: catalogueVersion,
      500: catalogueVersion,
      503: catalogueVersion,
    },
    descriptions: { 404: 'No work centre has this id, or no resource exists at this path.' },
  },
};
