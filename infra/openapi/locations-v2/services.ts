import { servicesResponse } from '../../../functions/locations-v2/contract.ts';
import { request as byCode } from '../../../functions/locations-v2/get-services-by-code.ts';
import { request as all } from '../../../functions/locations-v2/list-services.ts';
import { describeOperation, jsonAnswer } from '../document/operation-description.ts';
import { catalogueHeaders, partnerWords } from './point-words.ts';
import { statuses, statusesWithPath } from './statuses.ts';

const services = jsonAnswer(servicesResponse, {
  description: 'The services, ordered by code; an empty list where there are none.',
  headers: catalogueHeaders,
  examples: {
    found: {
      summary: 'One service',
      value: {
        services: [
          {
            service_code: 20,
            partner_code: 'AP',
            name: 'PARCEL_COLLECTION',
            description: 'Parcel collection',
            url_name: 'Parcel%20collection',
            appointment_required: false,
            searchable: true,
            categories: [{ name: 'Receiving', description: 'Receiving' }],
          },
        ],
      },
    },
    none: { summary: 'Nothing was found', value: { services: [] } },
  },
});

/** GET /services */
const getServicesUsingGET = describeOperation(all, {
  summary: 'List services',
  description: 'All services that points may offer.',
  tag: 'Endpoints',
  query: { pc: partnerWords },
  answers: { 200: services },
  errors: statuses,
});

/** GET /services/{service_codes} */
const getServicesByServiceCodesUsingGET = describeOperation(byCode, {
  summary: 'Get services by code',
  description: 'Those of the services that exist, each once.',
  tag: 'Endpoints',
  path: { service_codes: { description: 'Comma-separated list of codes of services.', example: '20,5' } },
  query: { pc: partnerWords },
  answers: { 200: services },
  errors: statusesWithPath,
});

/** What is said of the operations on services, by operation id. */
export const serviceOperations = {
  getServicesUsingGET,
  getServicesByServiceCodesUsingGET,
} as const;
