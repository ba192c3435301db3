import { closedPaths, type Scope, scopes } from './scope.ts';

/** Joins scopes with commas, as API Gateway passes on texts but no lists. */
export const toScopeText = (granted: readonly Scope[]): string => granted.join(',');

const closedPathsOf = (text: string): readonly string[] => {
  const named = text.split(',');
  return closedPaths(scopes.filter((each) => named.includes(each)));
};

/** Cache of closed paths: there are few scope texts, and each comes with many requests. */
const closedPathsByText = new Map<string, readonly string[]>();
/** Maximum number of cached scope texts, more than the authoriser ever makes. */
const mostKept = 1000;

const keptClosedPathsOf = (text: string): readonly string[] => {
  const kept = closedPathsByText.get(text);
  if (kept !== undefined) return kept;
  if (closedPathsByText.size === mostKept) closedPathsByText.clear();
  const closed = closedPathsOf(text);
  closedPathsByText.set(text, closed);
  return closed;
};

/** Whether `path` equals `outer` or is below it. Builds no string, as this is on the hot path. */
const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && (path.length === outer.length || path.charAt(outer.length) === '/');

/** Whether comma-separated scopes open the path of an operation. An unknown scope opens nothing. */
export const scopeTextOpens = (text: string, path: string): boolean =>
  !keptClosedPathsOf(text).some((closed) => isWithin(path, closed));
