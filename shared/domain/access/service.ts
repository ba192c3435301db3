import type { Scope } from './api-key.ts';

/** Where each service lives, below the address of the API: the part of the path that a scope opens. */
export const basePathOf: Readonly<Record<Scope, string>> = {
  'bill-management': '/bill-management-api/v1',
  'locations-v2': '/locations/v2',
  'locations-v3': '/locations/v3',
};
