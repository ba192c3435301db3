import { countInWords } from '../terminal/in-words.ts';
import type { RestoreCounts } from './copy-items.ts';
import { kindsOfItem, type RestoreKind } from './restore-kinds.ts';

/** What a restore was asked for. */
export interface RestoreRequest {
  readonly kind: RestoreKind;
  readonly fromTable: string;
  readonly overwrite: boolean;
  readonly dryRun: boolean;
}

/** What became of those that differ: keys that were revoked since are left even so. */
const overwritten = (dryRun: boolean, { differing, overwritten: written }: RestoreCounts): string => {
  if (dryRun) return 'would be overwritten';
  return written === differing ? 'overwritten' : `${countInWords(written)} overwritten, the others left`;
};

const became = ({ overwrite, dryRun }: RestoreRequest, counts: RestoreCounts) => ({
  missing: dryRun ? 'would be copied' : 'copied',
  differing: overwrite ? overwritten(dryRun, counts) : 'left; --overwrite replaces them',
  expired: 'left out',
  ...(counts.differing === 0 && { differing: '' }),
  ...(counts.missing === 0 && { missing: '' }),
  ...(counts.expired === 0 && { expired: '' }),
});

/** The summary of a restore: what is counted, one count a line with what became of those items, or one JSON object. */
export const restoreOutput = (request: RestoreRequest, counts: RestoreCounts, json: boolean): string => {
  if (json) return JSON.stringify({ ...request, ...counts });
  const outcome: Readonly<Record<string, string>> = became(request, counts);
  const lines = (['read', 'missing', 'differing', 'equal', 'expired'] as const).map((name) =>
    `${name.padEnd(10)}${countInWords(counts[name]).padStart(12)}  ${outcome[name] ?? ''}`.trimEnd(),
  );
  return [
    ...(request.dryRun ? ['dry run: nothing was written'] : []),
    `items of the table: ${kindsOfItem[request.kind].items}`,
    ...lines,
  ].join('\n');
};
