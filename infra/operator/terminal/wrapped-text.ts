import { Help } from 'commander';

/** Columns that every terminal has. */
const terminalColumns = 80;

const wrap = (text: string, columns: number): string => new Help().boxWrap(text, columns);

/** Text behind a label, in as many lines of a terminal as it takes, each below the other. */
export const labelled = (label: string, text: string): string => {
  const lines = wrap(text, terminalColumns - label.length).split('\n');
  return `${label}${lines.join(`\n${' '.repeat(label.length)}`)}`;
};
