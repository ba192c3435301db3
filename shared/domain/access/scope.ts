import * as z from 'zod';
import { basePathOf, type Service, services } from './service.ts';

/** Parts of services that can be granted alone. Locations v2 has none, as all its operations show the same points. */
const parts = [
  'bill-management:billers',
  'bill-management:enquiries',
  'locations-v3:search',
  'locations-v3:export',
] as const;

/** Scopes of keys: a service with all its parts, or one part. */
export const scopes = [...services, ...parts] as const;
/** One of the scopes. */
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

type Part = (typeof parts)[number];

/** Paths of each part, each with all paths below it. Each operation belongs to one part; a test checks the routes. */
const pathsOfPart: Readonly<Record<Part, readonly string[]>> = {
  'bill-management:billers': ['/biller-metadata'],
  'bill-management:enquiries': ['/enquiries'],
  'locations-v3:search': ['/workcentres', '/operational-capabilities'],
  'locations-v3:export': ['/export/workcentres'],
};

const partsOf = (service: Service): readonly Part[] => parts.filter((part) => part.startsWith(`${service}:`));

/** Returns the paths of a service that the scopes do not open, each with all paths below it. */
const closedPathsOf = (service: Service, granted: readonly Scope[]): readonly string[] => {
  if (granted.includes(service)) return [];
  const base = basePathOf[service];
  const all = partsOf(service);
  const closed = all.filter((part) => !granted.includes(part));
  if (closed.length === all.length) return [base];
  return closed.flatMap((part) => pathsOfPart[part].map((path) => `${base}${path}`));
};

/**
 * Returns the paths that a key with these scopes may not call, each with all paths below it. A service without any
 * granted scope is closed as a whole; of one with some parts granted only the other parts are closed, so that its
 * unknown paths are still answered with 404.
 */
export const closedPaths = (granted: readonly Scope[]): readonly string[] =>
  services.flatMap((service) => closedPathsOf(service, granted));

/** Removes scopes that another scope includes, and orders the rest as in `scopes`. */
export const withoutRepetition = (granted: readonly Scope[]): readonly Scope[] =>
  scopes.filter(
    (each) =>
      granted.includes(each) &&
      !services.some((service) => each.startsWith(`${service}:`) && granted.includes(service)),
  );
