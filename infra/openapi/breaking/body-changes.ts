import { type BreakingChange, pairsOf, type Versions } from './breaking-change.ts';
import type { DescribedAnswer, DescribedOperation } from './described-api.ts';
import { schemaChanges } from './schema-changes.ts';
import type { Writer } from './schema-versions.ts';

type Contents = DescribedAnswer['content'];

const within = (at: string, change: BreakingChange): BreakingChange => ({
  at: change.at === '' ? at : `${at}, ${change.at}`,
  what: change.what,
});

const contentChanges = (
  contents: Versions<Contents> & { readonly writer: Writer },
  at: string,
): readonly BreakingChange[] =>
  pairsOf(contents).flatMap(([type, { former, next }]) => {
    if (former === undefined) return [];
    if (next === undefined) return [{ at, what: `${type} is gone` }];
    const schemas = { former: former.schema ?? {}, next: next.schema ?? {}, writer: contents.writer };
    return schemaChanges(schemas, '').map((change) => within(at, change));
  });

const headerChanges = (
  headers: Versions<DescribedAnswer['headers']>,
  at: string,
): readonly BreakingChange[] =>
  pairsOf(headers).flatMap(([name, { former, next }]) => {
    const header = `${at}, header ${name}`;
    if (former === undefined) return [];
    if (next === undefined) return [{ at: header, what: 'is gone' }];
    return [
      ...(former.required && !next.required ? [{ at: header, what: 'may now be left out' }] : []),
      ...schemaChanges({ former: former.schema, next: next.schema, writer: 'service' }, '').map((change) =>
        within(header, change),
      ),
    ];
  });

/** Answers that are gone, and answers in which something is missing or new that clients cannot know. */
export const answerChanges = (
  answers: Versions<DescribedOperation['responses']>,
  at: string,
): readonly BreakingChange[] =>
  pairsOf(answers).flatMap(([status, { former, next }]) => {
    const answer = `${at}, answer ${status}`;
    if (former === undefined) return [];
    if (next === undefined) return [{ at: answer, what: 'is gone' }];
    return [
      ...headerChanges({ former: former.headers, next: next.headers }, answer),
      ...contentChanges({ former: former.content, next: next.content, writer: 'service' }, answer),
    ];
  });

/** A body that is needed, or takes less than it took. */
export const requestBodyChanges = (
  { former, next }: Versions<DescribedOperation['requestBody']>,
  operation: string,
): readonly BreakingChange[] => {
  const at = `${operation}, body`;
  if (next === undefined) return former === undefined ? [] : [{ at, what: 'is gone' }];
  if (former === undefined) return next.required ? [{ at, what: 'is new, and required' }] : [];
  return [
    ...(next.required && !former.required ? [{ at, what: 'is now required' }] : []),
    ...contentChanges({ former: former.content, next: next.content, writer: 'client' }, at),
  ];
};
