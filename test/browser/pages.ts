import { services } from '../../shared/domain/access/service.ts';

const guides = ['geographic-search', 'paging', 'hours', 'export', 'errors', 'from-v2-to-v3'];

/** Pages that are read, by their paths. */
export const readPages: readonly string[] = [
  '/',
  '/guides/',
  ...guides.map((name) => `/guides/${name}/`),
  '/changelog/',
  '/reference/',
  '/404.html',
];

/** Pages that show the reference of a service. */
const referencePages: readonly string[] = services.map((service) => `/reference/${service}/`);

/** Every page of the portal. */
export const everyPage: readonly string[] = [...readPages, ...referencePages, '/locator/'];
