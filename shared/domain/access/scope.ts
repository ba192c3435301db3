import * as z from 'zod';
import { basePathOf, type Service, services } from './service.ts';

/** Parts of services that a key can be given alone. Locations v2 has none: it is one list of points. */
const parts = [
  'bill-management:billers',
  'bill-management:enquiries',
  'locations-v3:search',
  'locations-v3:export',
] as const;

/** What a key can open: a service with all its parts, or a part of one. */
export const scopes = [...services, ...parts] as const;
/** One of the scopes. */
export const scope = z.enum(scopes);
export type Scope = z.infer<typeof scope>;

type Part = (typeof parts)[number];

/** The paths of each part, with all below them. Each operation belongs to one part; a test holds the routes to that. */
const pathsOfPart: Readonly<Record<Part, readonly string[]>> = {
  'bill-management:billers': ['/biller-metadata'],
  'bill-management:enquiries': ['/enquiries'],
  'locations-v3:search': ['/workcentres', '/operational-capabilities'],
  'locations-v3:export': ['/export/workcentres'],
};

const partsOf = (service: Service): readonly Part[] => parts.filter((part) => part.startsWith(`${service}:`));

/** What these scopes do not open of a service, as paths that each stand for all below them as well. */
const closedPathsOf = (service: Service, granted: readonly Scope[]): readonly string[] => {
  if (granted.includes(service)) return [];
  const base = basePathOf[service];
  const all = partsOf(service);
  const closed = all.filter((part) => !granted.includes(part));
  if (closed.length === all.length) return [base];
  return closed.flatMap((part) => pathsOfPart[part].map((path) => `${base}${path}`));
};

/**
 * The paths that a key with these scopes may not call, each with all below it. A service of which nothing is granted is
 * closed as a whole; of one with some parts the others are, so that a path that is nobody's is still answered with 404.
 */
export const closedPaths = (granted: readonly Scope[]): readonly string[] =>
  services.flatMap((service) => closedPathsOf(service, granted));

/** The scopes without those that another one opens already, in the order of the list above. */
export const withoutRepetition = (granted: readonly Scope[]): readonly Scope[] =>
  scopes.filter(
    (each) =>
      granted.includes(each) &&
      !services.some((service) => each.startsWith(`${service}:`) && granted.includes(service)),
  );
