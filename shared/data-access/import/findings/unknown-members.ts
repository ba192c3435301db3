import type { LineOrigin } from '../lines/import-line.ts';
import { hasMembers, type KnownMembers } from './known-members.ts';
import { lineFindings } from './line-findings.ts';

/** Finds members of lines that no schema knows, such as a misspelt name: what they say is not stored. */
export interface UnknownMemberCheck {
  /** Looks at what a line says, as it was before its schema made a record of it. */
  look(value: unknown, origin: LineOrigin): void;
  /** A sentence; undefined where all members are known. */
  warning(): string | undefined;
}

/** Nothing is known of yet; every line is looked at in the time of one look-up a member. */
export const unknownMemberCheck = (ofLine: KnownMembers, ofSeveralFiles: boolean): UnknownMemberCheck => {
  const findings = lineFindings(ofSeveralFiles);
  const look = (value: unknown, known: KnownMembers, origin: LineOrigin): void => {
    if (!hasMembers(value) || Array.isArray(value)) return;
    for (const name in value) {
      const inner = known.members.get(name);
      if (inner === undefined) findings.note(`${known.prefix}${name}`, origin);
      else if (inner !== null) lookWithin(value[name], inner, origin);
    }
  };
  // No schema has lists of lists: a line may hold them a hundred thousand deep.
  const lookWithin = (value: unknown, known: KnownMembers, origin: LineOrigin): void => {
    if (Array.isArray(value)) for (const item of value) look(item, known, origin);
    else look(value, known, origin);
  };
  return {
    look: (value, origin) => look(value, ofLine, origin),
    warning: () =>
      findings.sentence(
        (names, areMany) => `${names} unknown ${areMany ? 'members are' : 'member is'} left out`,
        'line',
      ),
  };
};
