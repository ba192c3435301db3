import { capabilitiesResponse } from '../../../functions/locations-v3/contract.ts';
import { request } from '../../../functions/locations-v3/list-operational-capabilities.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';
import { catalogueHeaders, pageWords, statuses } from './common-words.ts';

/** GET /operational-capabilities */
export const getOperationalCapabilities = describeOperation(request, {
  summary: 'List operational capabilities',
  description: 'All that can be done at work centres, ordered by id.',
  tag: 'Endpoints',
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
