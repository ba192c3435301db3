import { opensPath, type Scope, scopes } from './scope.ts';

/** Joins scopes with commas, as API Gateway passes on texts but no lists. */
export const toScopeText = (granted: readonly Scope[]): string => granted.join(',');

/** Whether comma-separated scopes open the operation at this path. An unknown scope opens nothing. */
export const scopeTextOpens = (text: string, path: string): boolean => {
  const named = text.split(',');
  return opensPath(
    scopes.filter((each) => named.includes(each)),
    path,
  );
};
