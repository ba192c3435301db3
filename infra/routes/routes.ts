import { billManagementV1 } from './bill-management-v1.ts';
import { locationsV2 } from './locations-v2.ts';
import { locationsV3 } from './locations-v3.ts';
import type { Route } from './route.ts';

export const routes: readonly Route[] = [...billManagementV1, ...locationsV2, ...locationsV3];

export const routesByPath = (all: readonly Route[]): ReadonlyMap<string, readonly Route[]> =>
  Map.groupBy(all, ({ path }) => path);

/** Returns the methods that a path supports, including preflights, for the `Allow` header. */
export const allowedMethods = (routesOfPath: readonly Route[]): readonly string[] => [
  ...routesOfPath.map(({ method }) => method),
  'OPTIONS',
];

/** Returns a path and its parent paths. For `/a/b`: `/a/b`, `/a` and `/`. */
const withParents = (path: string): string[] =>
  path === '/' ? ['/'] : [path, ...withParents(path.slice(0, path.lastIndexOf('/')) || '/')];

/**
 * Returns the parent paths of operations that are not paths of operations themselves. API Gateway has resources for
 * them, and would otherwise return 403.
 */
export const pathsWithoutOperation = (all: readonly Route[]): readonly string[] => {
  const operations = routesByPath(all);
  return [...new Set([...operations.keys()].flatMap(withParents))].filter((path) => !operations.has(path));
};
