import { errorResponse } from '../../../functions/locations-v3/contract.ts';
import { locationsV3 as routes } from '../../routes/locations-v3.ts';
import { commonWords } from '../common-words.ts';
import type { ServiceDescription } from '../document/service-description.ts';
import { getOperationalCapabilities } from './capabilities.ts';
import { exportWorkCentres } from './export.ts';
import { getWorkCentreByID, getWorkCentres } from './find-work-centres.ts';

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
    namesSource: false,
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
