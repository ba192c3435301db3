import { services } from '../../shared/domain/access/service.ts';

const guides = [
  ...['geographic-search', 'paging', 'hours', 'export', 'errors', 'bills', 'browser-keys'],
  ...['personal-data', 'from-v2-to-v3'],
];

/** Paths of text pages. */
export const readPages: readonly string[] = [
  '/',
  '/guides/',
  ...guides.map((name) => `/guides/${name}/`),
  '/changelog/',
  '/reference/',
  '/404.html',
];

const referencePages: readonly string[] = [
  ...services.map((service) => `/reference/${service}/`),
  '/reference/locations-v3/getWorkCentres/',
  '/reference/bill-management/enquiry/',
];

/** Paths of all pages of the portal. */
export const everyPage: readonly string[] = [...readPages, ...referencePages, '/locator/'];
