import { closedPaths, type Scope, scopes } from './scope.ts';

/** Scopes as one text, for where lists are not handed on. */
export const toScopeText = (granted: readonly Scope[]): string => granted.join(',');

/** Whether scopes, as that text, open the path of an operation. A name that is no scope opens nothing. */
export const scopeTextOpens = (text: string, path: string): boolean => {
  const named = text.split(',');
  const closed = closedPaths(scopes.filter((each) => named.includes(each)));
  return !closed.some((each) => path === each || path.startsWith(`${each}/`));
};
