import type { ImportMode } from './import-mode.ts';
import type { ImportSummary } from './import-summary.ts';
import type { ImportKind } from './record-kind.ts';
import type { ServiceCodeCheck } from './service-code-check.ts';

/** Percent of the stored records whose removal an operator should hear of, and with which publishing is refused. */
const remarkableLoss = 10;

/** An import that went well, and how it was asked for. */
export interface ImportOutcome {
  readonly kind: ImportKind;
  readonly mode: ImportMode;
  readonly summary: ImportSummary;
  readonly dryRun: boolean;
  /** Whether it is published whatever is lost by it. */
  readonly force: boolean;
  /** Whether what is removed is the sample network, which nobody misses. */
  readonly replacesSample: boolean;
  /** Whether it is published by somebody else, whose refusal whoever imports does not see. */
  readonly publishedApart?: boolean;
  readonly codes?: ServiceCodeCheck;
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
  const { added, changed, unchanged, kept, removed } = summary;
  const before = removed + unchanged + changed + kept;
  const isRemarkable = (lost: number) => lost * 100 > before * remarkableLoss;
  if (!isRemarkable(removed)) return undefined;
  const isRefused = kind === 'locations' && !force && isRemarkable(removed - added);
  // The publication says so itself, and counts what is published.
  if (isRefused && !dryRun && !publishedApart) return undefined;
  const fate = dryRun ? 'would be removed' : 'removed with it';
  const refusal = isRefused ? '; publishing that would be refused without --force' : '';
  return `${removed} of ${before} stored records are absent from the input, and ${fate}${refusal}`;
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
  if (kept > 0) yield `${kept} stored records stay as they are, because the line that names them is bad`;
  const removal = removalWarning(outcome);
  if (removal !== undefined) yield removal;
  const unknownCodes = outcome.codes?.warning();
  if (unknownCodes !== undefined) yield unknownCodes;
}
