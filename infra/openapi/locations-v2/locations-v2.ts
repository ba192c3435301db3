import { errorResponse } from '../../../functions/locations-v2/contract.ts';
import { locationsV2 as routes } from '../../routes/locations-v2.ts';
import { commonWords } from '../common-words.ts';
import type { ServiceDescription } from '../document/service-description.ts';
import { pointOperations } from './find-points.ts';
import { serviceOperations } from './services.ts';

/** Errors too tell which catalogue was asked, where one was read before. */
const catalogueVersion = ['waypost-catalogue-version'] as const;

/** What the document of locations v2 says. */
export const locationsV2: ServiceDescription = {
  title: 'Locations v2',
  version: '2.3.0',
  description: `Points of the postal network, by place, code, type or postcode, and the services to be had there.\n\n${commonWords}`,
  tags: { Endpoints: 'Points and services.' },
  routes,
  operations: { ...pointOperations, ...serviceOperations },
  errors: {
    body: errorResponse,
    namesSource: true,
    examples: {
      400: { detail: 'types: "XX" is not one of PO, UPL, R_SPB, C_SPB, OS, DC', parameter: 'types' },
    },
    headers: { 400: catalogueVersion, 404: catalogueVersion, 500: catalogueVersion },
    descriptions: {
      404: 'No resource exists at this path, for example because a segment of it is empty. If nothing is found, the response is 200 with an empty list.',
      500: 'An unexpected error occurred, or the service is temporarily unavailable. Quote the `id` of the error when you contact support.',
    },
  },
};
