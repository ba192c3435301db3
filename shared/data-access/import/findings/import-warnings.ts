import { counted } from '../../../domain/counted.ts';
import { isGreatLoss } from '../../../domain/location/publication/network.ts';
import type { ImportMode } from '../import-mode.ts';
import type { ImportSummary } from '../import-summary.ts';
import { isPublished } from '../marked-import.ts';
import type { ImportKind } from '../record-kind.ts';
import type { ImportChecks } from './import-checks.ts';

/** A completed import with its options. */
export interface ImportOutcome {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly summary: ImportSummary;
  readonly dryRun: boolean;
  /** Whether it is published whatever the loss. */
  readonly force: boolean;
  /** Whether the removed records are the sample, so that no warning is due. */
  readonly replacesSample: boolean;
  /** Whether another process publishes it, whose refusal the operator of the import does not see. */
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
  // The publication itself warns, with the published counts.
  if (isRefused && !dryRun && !publishedApart) return undefined;
  const was = removed === 1 ? 'was' : 'were';
  const fate = dryRun ? 'would be removed' : `${was} removed`;
  const refusal = isRefused ? '; publishing that would be refused without --force' : '';
  return `the input leaves out ${removed} of ${counted(before, 'stored record')}, which ${fate}${refusal}`;
};

/** Warns that a replacement without records is refused. */
const emptyWarning = ({ mode, summary: { read, failed } }: ImportOutcome): string | undefined => {
  if (mode !== 'merge' || read > failed) return undefined;
  return read === 0
    ? 'there is no line in the input: nothing was merged'
    : 'no line of the input is valid: nothing was merged';
};

/** Yields warnings about a completed import, a sentence each. */
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
