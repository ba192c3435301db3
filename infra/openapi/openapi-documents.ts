import { basePathOf, type Service } from '../../shared/domain/access/service.ts';
import { billManagement } from './bill-management.ts';
import type { ServiceDescription } from './document/operation-description.ts';
import { serviceDocument } from './document/service-document.ts';
import { locationsV2 } from './locations-v2.ts';
import { locationsV3 } from './locations-v3.ts';

/**
 * What each service is, for programs and for people: OpenAPI 3.1, from the same schemas and routes that requests meet.
 * `origin` is where the API answers, such as `https://api.example`; empty where the document is served beside it.
 */
export const openApiDocuments = ({ origin }: { readonly origin: string }) => {
  const documentOf = (service: Service, description: ServiceDescription) =>
    serviceDocument(description, { origin, basePath: basePathOf[service] });
  return {
    'bill-management': documentOf('bill-management', billManagement),
    'locations-v2': documentOf('locations-v2', locationsV2),
    'locations-v3': documentOf('locations-v3', locationsV3),
  };
};
