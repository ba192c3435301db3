import type { BadLine } from '../../shared/data-access/import/import-line.ts';
import type { ImportSummary } from '../../shared/data-access/import/import-summary.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g;

/** Text from a file, safe to show: what it says must not move the cursor or start a line of its own. */
const shown = (text: string) =>
  text.replace(
    controlCharacters,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );

export const badLineText = ({ source, line, reason }: BadLine): string =>
  `${shown(source)}:${line}: ${shown(reason)}`;

const counts = ['read', 'added', 'changed', 'unchanged', 'removed', 'failed'] as const;

/** The summary for people: one count a line. */
export const summaryText = (summary: ImportSummary, dryRun: boolean): string =>
  [
    ...(dryRun ? ['dry run: nothing was written; this is what an import would do'] : []),
    ...counts.map((name) => `${name.padEnd(10)}${String(summary[name]).padStart(9)}`),
  ].join('\n');
