import { billManagementV1 } from './bill-management-v1.ts';
import { locationsV2 } from './locations-v2.ts';
import { locationsV3 } from './locations-v3.ts';
import type { Route } from './route.ts';

/** Every operation of the three services. */
export const routes: readonly Route[] = [...billManagementV1, ...locationsV2, ...locationsV3];

export const routesByPath = (all: readonly Route[]): ReadonlyMap<string, readonly Route[]> =>
  Map.groupBy(all, ({ path }) => path);

/** What may be asked of a path, preflights included, as an `Allow` header lists it. */
export const allowedMethods = (routesOfPath: readonly Route[]): readonly string[] => [
  ...routesOfPath.map(({ method }) => method),
  'OPTIONS',
];

/** `/a/b` and all above it: `/a/b`, `/a`, `/`. */
const withParents = (path: string): string[] =>
  path === '/' ? ['/'] : [path, ...withParents(path.slice(0, path.lastIndexOf('/')) || '/')];

/** Paths that lead to operations and have none themselves: the gateway knows them, and would refuse them as 403. */
export const pathsWithoutOperation = (all: readonly Route[]): readonly string[] => {
  const operations = routesByPath(all);
  return [...new Set([...operations.keys()].flatMap(withParents))].filter((path) => !operations.has(path));
};
