import { isDeepStrictEqual } from 'node:util';
import { type BreakingChange, became, pairsOf, type Versions } from './breaking-change.ts';
import type { DescribedApi, DescribedOperation } from './described-api.ts';

type Alternative = DescribedOperation['security'][number];

const isMetBy = (asked: Alternative, given: Alternative): boolean =>
  Object.entries(asked).every(
    ([scheme, scopes]) =>
      scopes.every((scope) => given[scheme]?.includes(scope)) && Object.hasOwn(given, scheme),
  );

const refusal = (credentials: Alternative): string => {
  const names = Object.keys(credentials);
  return names.length === 0
    ? 'does not open without credentials any more'
    : `${names.join(' and ')} does not open it any more`;
};

/** Credentials that opened an operation, and do not any more. An operation without any asks for none. */
export const securityChanges = (
  { former, next }: Versions<DescribedOperation['security']>,
  at: string,
): readonly BreakingChange[] => {
  const given = former.length === 0 ? [{}] : former;
  const asked = next.length === 0 ? [{}] : next;
  return given
    .filter((credentials) => !asked.some((alternative) => isMetBy(alternative, credentials)))
    .map((credentials) => ({ at, what: refusal(credentials) }));
};

/** Schemes that are read from another place of the request, or are of another kind. */
export const schemeChanges = ({
  former,
  next,
}: Versions<DescribedApi['securitySchemes']>): readonly BreakingChange[] =>
  pairsOf({ former, next }).flatMap(([name, scheme]) => {
    if (scheme.former === undefined || scheme.next === undefined) return [];
    const at = `security scheme ${name}`;
    const { former: before, next: after } = { former: scheme.former, next: scheme.next };
    return (['type', 'in', 'name', 'scheme'] as const)
      .filter((member) => !isDeepStrictEqual(before[member], after[member]))
      .map((member) => ({ at, what: became(member, { former: before[member], next: after[member] }) }));
  });
