import { type BreakingChange, became, pairsOf, type Versions } from './breaking-change.ts';
import type { DescribedParameter } from './described-api.ts';
import { schemaChanges } from './schema-changes.ts';

/** How a list is written where nothing is said. */
const usualStyle = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' } as const;

/** How values are written into the request. */
const writingOf = (parameter: DescribedParameter) => {
  const style = parameter.style ?? usualStyle[parameter.in];
  return { style, explode: parameter.explode ?? style === 'form' };
};

/** Whether the way in which a parameter is written shows at all. */
const isList = ({ schema }: DescribedParameter): boolean =>
  schema.type === undefined || [schema.type].flat().some((type) => type === 'array' || type === 'object');

const writingChanges = (
  { former, next }: Versions<DescribedParameter>,
  at: string,
): readonly BreakingChange[] => {
  if (!isList(former) && !isList(next)) return [];
  const versions = { former: writingOf(former), next: writingOf(next) };
  return (['style', 'explode'] as const)
    .filter((name) => versions.former[name] !== versions.next[name])
    .map((name) => ({
      at,
      what: became(name, { former: versions.former[name], next: versions.next[name] }),
    }));
};

const changesOf = (
  { former, next }: Versions<DescribedParameter | undefined>,
  at: string,
): readonly BreakingChange[] => {
  if (next === undefined) return [{ at, what: 'is gone' }];
  if (former === undefined) return next.required ? [{ at, what: 'is new, and required' }] : [];
  return [
    ...(next.required && !former.required ? [{ at, what: 'is now required' }] : []),
    ...writingChanges({ former, next }, at),
    ...schemaChanges({ former: former.schema, next: next.schema, writer: 'client' }, '').map((change) => ({
      at: change.at === '' ? at : `${at} ${change.at}`,
      what: change.what,
    })),
  ];
};

/** Names of headers are the same in capitals. */
const keyOf = ({ name, in: place }: DescribedParameter): string =>
  `${place} ${place === 'header' ? name.toLowerCase() : name}`;

const byKey = (parameters: readonly DescribedParameter[]) =>
  Object.fromEntries(parameters.map((parameter) => [keyOf(parameter), parameter]));

/** Parameters that are gone, needed, or take less than they took. */
export const parameterChanges = (
  { former, next }: Versions<readonly DescribedParameter[]>,
  at: string,
): readonly BreakingChange[] =>
  pairsOf({ former: byKey(former), next: byKey(next) }).flatMap(([key, versions]) =>
    changesOf(versions, `${at}, ${key}`),
  );
