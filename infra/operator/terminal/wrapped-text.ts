import { Help } from 'commander';
import { visibleParagraphs } from './visible-text.ts';

/** Columns that every terminal has. */
const terminalColumns = 80;

const wrap = (text: string, columns: number): string => new Help().boxWrap(text, columns);

/** Stands for a blank in a wrapped text: a code point that Unicode keeps out of all texts, so that none has it. */
const keptBlank = '\ufdd0';

/** Text that `labelled` leaves in one line, however long: a command line that is there to be copied. */
export const unbroken = (text: string): string => text.replaceAll(' ', keptBlank);

/** Somebody's text behind a label, in as many lines of a terminal as it takes, each below the other. */
export const labelled = (label: string, text: string): string => {
  const lines = wrap(visibleParagraphs(text), terminalColumns - label.length).split('\n');
  return `${label}${lines.join(`\n${' '.repeat(label.length)}`)}`.replaceAll(keptBlank, ' ');
};
