import type { LineOrigin } from '../lines/import-line.ts';
import { hasMembers, type KnownMembers } from './known-members.ts';
import { lineFindings } from './line-findings.ts';

/** Check for members of lines that no schema has, such as misspelt names, and that are not stored. */
export interface UnknownMemberCheck {
  /** Checks the parsed JSON of a line, before its schema. */
  look(value: unknown, origin: LineOrigin): void;
  /** Returns a sentence; undefined if all members are known. */
  warning(): string | undefined;
}

/** Creates a check without findings, at the cost of one look-up for each member. */
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
  // No schema has lists of lists, and a line may nest them deeply enough to overflow the stack.
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
