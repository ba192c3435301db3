import { workCentreResponse, workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import { request as one } from '../../../functions/locations-v3/get-work-centre.ts';
import { request as list } from '../../../functions/locations-v3/list-work-centres.ts';
import { locationType } from '../../../shared/domain/location/location.ts';
import { commaWords } from '../common-words.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';
import { catalogueHeaders, pageWords, statuses } from './common-words.ts';
import { exampleWorkCentre } from './work-centres.ts';

/** GET /workcentres */
export const getWorkCentres = describeOperation(list, {
  summary: 'Search work centres',
  description:
    'The work centres that every filter leaves. With a search point they are ordered by their distance from it, those ' +
    'that are equally far by id; without one by id. `pagination.total` counts all that match.',
  tag: 'Endpoints',
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
export const getWorkCentreByID = describeOperation(one, {
  summary: 'Get a work centre',
  description: 'The work centre of an id. Its distance is 0.',
  tag: 'Endpoints',
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
