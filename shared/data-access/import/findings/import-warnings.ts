import { counted } from '../../../domain/counted.ts';
import { isGreatLoss } from '../../../domain/location/publication/network.ts';
import type { ImportMode } from '../import-mode.ts';
import type { ImportSummary } from '../import-summary.ts';
import { isPublished } from '../marked-import.ts';
import type { ImportKind } from '../record-kind.ts';
import type { ImportChecks } from './import-checks.ts';

/** An import that went well, and how it was asked for. */
export interface ImportOutcome {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly summary: ImportSummary;
  readonly dryRun: boolean;
  /** Whether it is published whatever is lost by it. */
  readonly force: boolean;
  /** Whether what is removed is the sample, which nobody misses. */
  readonly replacesSample: boolean;
  /** Whether it is published by somebody else, whose refusal whoever imports does not see. */
  readonly publishedApart?: boolean;
  readonly checks: Pick<ImportChecks, 'warnings'>;
}

const removalWarning = ({
  kind,
  summary,
  dryRun,
  force,
  replacesSample,
  publishedApart = false,
}: ImportOutcome): string | undefined => {
  if (replacesSample) return undefined;
  const { changed, unchanged, kept, removed } = summary;
  const before = removed + unchanged + changed + kept;
  if (!isGreatLoss({ gone: removed, published: before })) return undefined;
  const isRefused = isPublished(kind) && !force;
  // The publication says so itself, and counts what is published.
  if (isRefused && !dryRun && !publishedApart) return undefined;
  const was = removed === 1 ? 'was' : 'were';
  const fate = dryRun ? 'would be removed' : `${was} removed`;
  const refusal = isRefused ? '; publishing that would be refused without --force' : '';
  return `the input leaves out ${removed} of ${counted(before, 'stored record')}, which ${fate}${refusal}`;
};

/** A replacement that brings nothing is refused. */
const emptyWarning = ({ mode, summary: { read, failed } }: ImportOutcome): string | undefined => {
  if (mode !== 'merge' || read > failed) return undefined;
  return read === 0
    ? 'there is no line in the input: nothing was merged'
    : 'no line of the input is valid: nothing was merged';
};

/** What an operator should know of an import that went well, a sentence each. */
export function* importWarnings(outcome: ImportOutcome): Generator<string> {
  const empty = emptyWarning(outcome);
  if (empty !== undefined) yield empty;
  const { kept } = outcome.summary;
  if (kept === 1) yield '1 stored record stays as it is, because the line that names it is bad';
  if (kept > 1) yield `${kept} stored records stay as they are, because the lines that name them are bad`;
  const removal = removalWarning(outcome);
  if (removal !== undefined) yield removal;
  yield* outcome.checks.warnings();
}
