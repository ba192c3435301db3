import { isDeepStrictEqual } from 'node:util';
import { arrayChanges } from './array-changes.ts';
import { type BreakingChange, became } from './breaking-change.ts';
import { type DescribedSchema, isNothing } from './described-schema.ts';
import { objectChanges } from './object-changes.ts';
import { alternativesOf } from './schema-alternatives.ts';
import { limitingKeywords, mayBe, saidBy } from './schema-keywords.ts';
import { type SchemaVersions, sentAndTaken } from './schema-versions.ts';

/** Keywords that say nothing of which values there are, and those that have rules of their own. */
const comparedElsewhere = new Set([
  'title',
  'description',
  'deprecated',
  'example',
  'examples',
  'externalDocs',
  'readOnly',
  'writeOnly',
  '$comment',
  'const',
  'default',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  ...limitingKeywords.map(({ name }) => name),
]);

const limitChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { sent, taken } = sentAndTaken(versions);
  return limitingKeywords
    .filter(({ types, refuses }) => mayBe(sent, types) && refuses(sent, taken))
    .map(({ name }) => ({
      at,
      what: became(name, { former: saidBy(name, versions.former), next: saidBy(name, versions.next) }),
    }));
};

/** Whoever left a value out counted on what stands for it. */
const defaultChanges = ({ former, next, writer }: SchemaVersions, at: string): readonly BreakingChange[] =>
  writer === 'service' || former.default === undefined || isDeepStrictEqual(former.default, next.default)
    ? []
    : [{ at, what: became('default', { former: former.default, next: next.default }) }];

/** Whatever has no rule here breaks clients as far as is known, unless it stays as it was. */
const otherChanges = ({ former, next }: SchemaVersions, at: string): readonly BreakingChange[] =>
  [...new Set([...Object.keys(former), ...Object.keys(next)])]
    .filter((name) => !comparedElsewhere.has(name) && !name.startsWith('x-'))
    .filter((name) => !isDeepStrictEqual(former[name], next[name]))
    .map((name) => ({ at, what: became(name, { former: former[name], next: next[name] }) }));

const alternativeChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { sent } = sentAndTaken(versions);
  if (isNothing(sent)) return [];
  return [
    ...limitChanges(versions, at),
    ...defaultChanges(versions, at),
    ...otherChanges(versions, at),
    ...(mayBe(sent, ['object']) ? objectChanges(schemaChanges)(versions, at) : []),
    ...(mayBe(sent, ['array']) ? arrayChanges(schemaChanges)(versions, at) : []),
  ];
};

/** By which clients tell one alternative from another. */
const kindOf = ({ type, enum: values, const: value }: DescribedSchema): string =>
  JSON.stringify(type ?? value ?? values ?? 'anything');

/** Of a written alternative against all that readers know: none where one of them takes it. */
const unionChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { writer } = versions;
  const { sent, taken } = sentAndTaken(versions);
  return alternativesOf(sent).flatMap((one) => {
    const attempts = alternativesOf(taken).map((other) => ({
      isOfItsKind: kindOf(one) === kindOf(other),
      changes: alternativeChanges(
        writer === 'client' ? { former: one, next: other, writer } : { former: other, next: one, writer },
        at,
      ),
    }));
    if (attempts.some(({ changes }) => changes.length === 0)) return [];
    const what = writer === 'client' ? 'is not taken any more' : 'may come, and never did';
    return (
      attempts.find(({ isOfItsKind }) => isOfItsKind)?.changes ?? [{ at, what: `${kindOf(one)} ${what}` }]
    );
  });
};

/**
 * What breaks between two versions of a schema: values that were taken and are not, or that come and never came. `at`
 * is the way to it from its body or parameter, empty for these themselves.
 */
export const schemaChanges = (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
  const { former, next, writer } = versions;
  if (isDeepStrictEqual(former, next)) return [];
  const [before, ...othersBefore] = alternativesOf(former);
  const [after, ...othersAfter] = alternativesOf(next);
  return before && after && othersBefore.length + othersAfter.length === 0
    ? alternativeChanges({ former: before, next: after, writer }, at)
    : unionChanges(versions, at);
};
