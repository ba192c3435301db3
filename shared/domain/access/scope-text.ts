import { closedPaths, type Scope, scopes } from './scope.ts';

/** Scopes as one text, for where lists are not handed on. */
export const toScopeText = (granted: readonly Scope[]): string => granted.join(',');

const closedPathsOf = (text: string): readonly string[] => {
  const named = text.split(',');
  return closedPaths(scopes.filter((each) => named.includes(each)));
};

/** There are few, and each comes with many requests. */
const closedPathsByText = new Map<string, readonly string[]>();
/** Of the texts that the authoriser makes, far more than an instance sees. */
const mostKept = 1000;

const keptClosedPathsOf = (text: string): readonly string[] => {
  const kept = closedPathsByText.get(text);
  if (kept !== undefined) return kept;
  if (closedPathsByText.size === mostKept) closedPathsByText.clear();
  const closed = closedPathsOf(text);
  closedPathsByText.set(text, closed);
  return closed;
};

/** Whether a path is that one or below it. Every request is asked: nothing is put together for it. */
const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && (path.length === outer.length || path.charAt(outer.length) === '/');

/** Whether scopes, as that text, open the path of an operation. A name that is no scope opens nothing. */
export const scopeTextOpens = (text: string, path: string): boolean =>
  !keptClosedPathsOf(text).some((closed) => isWithin(path, closed));
