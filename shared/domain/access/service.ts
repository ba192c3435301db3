export const services = ['bill-management', 'locations-v2', 'locations-v3'] as const;
export type Service = (typeof services)[number];

export const basePathOf: Readonly<Record<Service, string>> = {
  'bill-management': '/bill-management-api/v1',
  'locations-v2': '/locations/v2',
  'locations-v3': '/locations/v3',
};
