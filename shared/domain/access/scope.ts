import * as z from 'zod/mini';
import { basePathOf, type Service, services } from './service.ts';

/** Parts of services that can be granted separately. Locations v2 has none: all its operations return points. */
const parts = [
  'bill-management:billers',
  'bill-management:enquiries',
  'locations-v3:search',
  'locations-v3:export',
] as const;

/** Scopes of keys: a whole service or one of its parts. */
export const scopes = [...services, ...parts] as const;
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

type Part = (typeof parts)[number];

/** API operation that needs a key. The path may have `{name}` segments. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

const operationsAt =
  (service: Service) =>
  (method: Operation['method'], path: string): Operation => ({
    method,
    path: `${basePathOf[service]}${path}`,
  });
const bills = operationsAt('bill-management');
const v2 = operationsAt('locations-v2');
const v3 = operationsAt('locations-v3');

/** Operations of each part, and of locations v2, which has no parts. A test compares them with the routes. */
const operationsOf: Readonly<Record<Part | 'locations-v2', readonly Operation[]>> = {
  'bill-management:billers': [
    bills('GET', '/biller-metadata'),
    bills('GET', '/biller-metadata/bill-types'),
    bills('GET', '/biller-metadata/{code}'),
    bills('POST', '/bills/validate'),
  ],
  'bill-management:enquiries': [bills('POST', '/enquiries')],
  'locations-v3:search': [
    v3('GET', '/workcentres'),
    v3('GET', '/workcentres/{id}'),
    v3('GET', '/operational-capabilities'),
    v3('GET', '/places'),
  ],
  'locations-v3:export': [v3('GET', '/export/workcentres')],
  'locations-v2': [
    v2('GET', '/points/postcode/{postcode}'),
    v2('GET', '/points/workcentres/{work_centre_id}'),
    v2('GET', '/points/deliverypoints/{delivery_point_id}'),
    v2('GET', '/points/{location_code}'),
    v2('GET', '/points/type/{points_type}'),
    v2('GET', '/points/geo/{longitude}/{latitude}'),
    v2('GET', '/services'),
    v2('GET', '/services/{service_codes}'),
  ],
};

const isService = (granted: Scope): granted is Service => services.some((service) => service === granted);

export const deniedOperations = (granted: readonly Scope[]): readonly Operation[] =>
  Object.values(operationsOf)
    .flat()
    .filter(({ path }) => !granted.some((each) => allowsPath(each, path)));

/** Returns the scopes in the order of `scopes`, without those that another granted scope includes. */
export const withoutRedundantScopes = (granted: readonly Scope[]): readonly Scope[] =>
  scopes.filter(
    (each) =>
      granted.includes(each) &&
      !services.some((service) => each.startsWith(`${service}:`) && granted.includes(service)),
  );

/** Joins scopes with commas, because API Gateway can pass strings to a function, but not lists. */
export const toScopeText = (granted: readonly Scope[]): string => granted.join(',');

/**
 * Whether comma-separated scopes cover the operation at this API path. The scope of a service covers all its paths, the
 * scope of a part covers only the operations listed for it, and an unknown scope covers nothing.
 */
export const scopeTextAllows = (text: string, path: string): boolean => {
  const named = text.split(',');
  return scopes.some((each) => named.includes(each) && allowsPath(each, path));
};

const allowsPath = (granted: Scope, path: string): boolean =>
  isService(granted)
    ? path.startsWith(`${basePathOf[granted]}/`)
    : operationsOf[granted].some((operation) => operation.path === path);
