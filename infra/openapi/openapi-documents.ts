import { basePathOf, type Service } from '../../shared/domain/access/service.ts';
import { billManagement } from './bill-management/bill-management.ts';
import { type OpenApiDocument, serviceDocument } from './document/service-document.ts';
import { locationsV2 } from './locations-v2/locations-v2.ts';
import { locationsV3 } from './locations-v3/locations-v3.ts';

export type { OpenApiDocument };

const descriptions = {
  'bill-management': billManagement,
  'locations-v2': locationsV2,
  'locations-v3': locationsV3,
} as const;

interface Served {
  /** Where the API answers, such as `https://api.example`; empty where the document is served beside it. */
  readonly origin: string;
}

/** What each service is, for programs and for people: OpenAPI 3.1, from the same schemas and routes that requests meet. */
export const openApiDocuments = ({ origin }: Served): Readonly<Record<Service, OpenApiDocument>> => {
  const documentOf = (service: Service) =>
    serviceDocument(descriptions[service], { origin, basePath: basePathOf[service] });
  return {
    'bill-management': documentOf('bill-management'),
    'locations-v2': documentOf('locations-v2'),
    'locations-v3': documentOf('locations-v3'),
  };
};
