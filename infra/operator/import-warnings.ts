import type { ImportSummary } from '../../shared/data-access/import/import-summary.ts';
import type { ServiceCodeCheck } from './service-code-check.ts';

/** Percent of the stored records whose removal an operator should hear of. */
const remarkableLoss = 10;

/** What an operator should know of an import that went well, a sentence each. */
export function* importWarnings(
  { kept, removed, unchanged, changed }: ImportSummary,
  dryRun: boolean,
  codes?: ServiceCodeCheck,
): Generator<string> {
  if (kept > 0) yield `${kept} stored records stay as they are, because the line that names them is bad`;
  const before = removed + unchanged + changed + kept;
  if (removed * 100 > before * remarkableLoss) {
    yield `${removed} of ${before} stored records are absent from the input, and ${dryRun ? 'would be removed' : 'removed with it'}`;
  }
  const unknownCodes = codes?.warning();
  if (unknownCodes !== undefined) yield unknownCodes;
}
