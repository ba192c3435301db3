import { type BreakingChange, pairsOf } from './breaking-change.ts';
import { type DescribedSchema, isNothing, schemaOf } from './described-schema.ts';
import { type SchemaVersions, sentAndTaken } from './schema-versions.ts';

type Compare = (versions: SchemaVersions, at: string) => readonly BreakingChange[];

/** What is required need not be described. */
const membersOf = ({
  required = [],
  properties,
}: DescribedSchema): Readonly<Record<string, DescribedSchema>> => ({
  ...Object.fromEntries(required.map((name) => [name, {}])),
  ...properties,
});

const requiredChange = (name: string, versions: SchemaVersions): string | undefined => {
  const { sent, taken } = sentAndTaken(versions);
  if (!taken.required?.includes(name) || sent.required?.includes(name)) return undefined;
  if (versions.writer === 'service') return 'may now be left out';
  return membersOf(versions.former)[name] ? 'is now required' : 'is new, and required';
};

/** What is new is required of clients or not; of answers they ignore what they do not know. */
const memberChanges =
  (compare: Compare) =>
  (versions: SchemaVersions, at: string): readonly BreakingChange[] => {
    const { former, next, writer } = versions;
    const members = pairsOf({ former: membersOf(former), next: membersOf(next) });
    return members.flatMap(([name, member]) => {
      const where = at === '' ? name : `${at}.${name}`;
      if (member.next === undefined) return [{ at: where, what: 'is gone' }];
      const required = requiredChange(name, versions);
      return [
        ...(required === undefined ? [] : [{ at: where, what: required }]),
        ...(member.former === undefined
          ? []
          : compare({ former: member.former, next: member.next, writer }, where)),
      ];
    });
  };

/** Of members that are not named. Clients of a closed answer take more than it names, as they must. */
const otherMemberChanges =
  (compare: Compare) =>
  ({ former, next, writer }: SchemaVersions, at: string): readonly BreakingChange[] => {
    const others = {
      former: schemaOf(former.additionalProperties),
      next: schemaOf(next.additionalProperties),
      writer,
    };
    if (writer === 'service' && isNothing(others.former)) return [];
    return compare(others, at === '' ? '*' : `${at}.*`);
  };

/** What breaks between two versions of an object. */
export const objectChanges =
  (compare: Compare): Compare =>
  (versions, at) => [...memberChanges(compare)(versions, at), ...otherMemberChanges(compare)(versions, at)];
