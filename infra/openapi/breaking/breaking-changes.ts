import {
  type DescribedApi,
  type DescribedOperation,
  type DescribedParameter,
  describedApi,
} from './described-api.ts';
import {
  type BreakingChange,
  memberDifferences,
  pairsOf,
  schemaChanges,
  type Versions,
} from './schema-changes.ts';

/**
 * What in the next OpenAPI 3.1 document of a service breaks clients that were written to the former: empty where it
 * breaks nobody. Written here since what compares such documents elsewhere (oasdiff, openapi-changes) is in Go, and no
 * package of the registry knows 3.1. Throws ZodError for what is no such document.
 */
export const breakingChanges = (documents: Versions<unknown>): readonly BreakingChange[] => {
  const former = describedApi(documents.former);
  const next = describedApi(documents.next);
  return [
    ...former.basePaths
      .filter((path) => !next.basePaths.includes(path))
      .map((path) => ({ at: 'servers', what: `${path || '/'} is gone` })),
    ...schemeChanges({ former: former.securitySchemes, next: next.securitySchemes }),
    ...keptChanges({ former: former.operations, next: next.operations }, (name) => name, operationChanges),
  ];
};

/** What breaks in those that both versions have, or that are gone: what is new breaks nobody. */
const keptChanges = <T>(
  versions: Versions<Readonly<Record<string, T>>>,
  placeOf: (name: string) => string,
  changesOf: (kept: Versions<T>, at: string) => readonly BreakingChange[],
): readonly BreakingChange[] =>
  pairsOf(versions).flatMap(([name, { former, next }]) => {
    const at = placeOf(name);
    if (former === undefined) return [];
    return next === undefined ? [{ at, what: 'is gone' }] : changesOf({ former, next }, at);
  });

const operationChanges = (
  { former, next }: Versions<DescribedOperation>,
  at: string,
): readonly BreakingChange[] => [
  // Generated clients name their functions by it.
  ...memberDifferences({ former, next }, ['operationId'], at),
  ...securityChanges({ former: former.security, next: next.security }, at),
  ...parameterChanges({ former: former.parameters, next: next.parameters }, at),
  ...requestBodyChanges({ former: former.requestBody, next: next.requestBody }, `${at}, body`),
  ...keptChanges(
    { former: former.responses, next: next.responses },
    (status) => `${at}, answer ${status}`,
    answerChanges,
  ),
];

type Alternative = DescribedOperation['security'][number];

/** Credentials that opened an operation, and do not any more. An operation without any asks for none. */
const securityChanges = (
  { former, next }: Versions<DescribedOperation['security']>,
  at: string,
): readonly BreakingChange[] => {
  const given = former.length === 0 ? [{}] : former;
  const asked = next.length === 0 ? [{}] : next;
  return given
    .filter((credentials) => !asked.some((alternative) => isMetBy(alternative, credentials)))
    .map((credentials) => ({ at, what: refusal(credentials) }));
};

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

/** Schemes that are read from another place of the request, or are of another kind. */
const schemeChanges = (versions: Versions<DescribedApi['securitySchemes']>): readonly BreakingChange[] =>
  pairsOf(versions).flatMap(([name, { former, next }]) =>
    former && next
      ? memberDifferences({ former, next }, ['type', 'in', 'name', 'scheme'], `security scheme ${name}`)
      : [],
  );

/** Parameters that are gone, needed, or take less than they took. */
const parameterChanges = (
  { former, next }: Versions<readonly DescribedParameter[]>,
  at: string,
): readonly BreakingChange[] =>
  pairsOf({ former: byKey(former), next: byKey(next) }).flatMap(([key, versions]) =>
    parameterChange(versions, `${at}, ${key}`),
  );

const byKey = (parameters: readonly DescribedParameter[]) =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const { name, in: place } = parameter;
      // Names of headers are the same in capitals.
      return [`${place} ${place === 'header' ? name.toLowerCase() : name}`, parameter];
    }),
  );

const parameterChange = (
  { former, next }: Versions<DescribedParameter | undefined>,
  at: string,
): readonly BreakingChange[] => {
  if (next === undefined) return [{ at, what: 'is gone' }];
  if (former === undefined) return next.required ? [{ at, what: 'is new, and required' }] : [];
  const schemas = { former: former.schema, next: next.schema, writer: 'client' } as const;
  return [
    ...(next.required && !former.required ? [{ at, what: 'is now required' }] : []),
    ...(isList(former) || isList(next)
      ? memberDifferences({ former: writingOf(former), next: writingOf(next) }, ['style', 'explode'], at)
      : []),
    ...within(at, schemaChanges(schemas, ''), ' '),
  ];
};

/** Whether the way in which a parameter is written shows at all. */
const isList = ({ schema }: DescribedParameter): boolean =>
  schema.type === undefined || [schema.type].flat().some((type) => type === 'array' || type === 'object');

/** How a list is written where nothing is said. */
const usualStyle = { query: 'form', path: 'simple', header: 'simple' } as const;

/** How values are written into the request. */
const writingOf = (parameter: DescribedParameter) => {
  const style = parameter.style ?? usualStyle[parameter.in];
  return { style, explode: parameter.explode ?? style === 'form' };
};

const within = (
  at: string,
  changes: readonly BreakingChange[],
  separator = ', ',
): readonly BreakingChange[] =>
  changes.map((change) => ({ ...change, at: change.at === '' ? at : `${at}${separator}${change.at}` }));

/** A body that is needed, or takes less than it took. */
const requestBodyChanges = (
  { former, next }: Versions<DescribedOperation['requestBody']>,
  at: string,
): readonly BreakingChange[] => {
  if (next === undefined) return former === undefined ? [] : [{ at, what: 'is gone' }];
  if (former === undefined) return next.required ? [{ at, what: 'is new, and required' }] : [];
  return [
    ...(next.required && !former.required ? [{ at, what: 'is now required' }] : []),
    ...contentChanges({ former: former.content, next: next.content }, 'client', at),
  ];
};

type Answer = DescribedOperation['responses'][string];

/** Something in an answer is missing, or new in a way that clients cannot know. */
const answerChanges = ({ former, next }: Versions<Answer>, at: string): readonly BreakingChange[] => [
  ...keptChanges(
    { former: former.headers, next: next.headers },
    (name) => `${at}, header ${name}`,
    (header, place) => [
      ...(header.former.required && !header.next.required
        ? [{ at: place, what: 'may now be left out' }]
        : []),
      ...within(
        place,
        schemaChanges({ former: header.former.schema, next: header.next.schema, writer: 'service' }, ''),
      ),
    ],
  ),
  ...contentChanges({ former: former.content, next: next.content }, 'service', at),
];

const contentChanges = (
  contents: Versions<Answer['content']>,
  writer: 'client' | 'service',
  at: string,
): readonly BreakingChange[] =>
  pairsOf(contents).flatMap(([type, { former, next }]) => {
    if (former === undefined) return [];
    if (next === undefined) return [{ at, what: `${type} is gone` }];
    return within(at, schemaChanges({ former: former.schema ?? {}, next: next.schema ?? {}, writer }, ''));
  });
