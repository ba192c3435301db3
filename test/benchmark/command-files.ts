import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { type Localities, readLocalities } from './network/localities.ts';
import { type BenchReport, readBenchReport } from './report/bench-report.ts';

/** The first thing that is wrong with a file, in one line. */
const firstWrong = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return issue === undefined ? 'it has another form' : [...issue.path, issue.message].join(' ');
};

/** A parser of an option that names a file. Its InvalidArgumentError says what is wrong with it. */
const fileArgument =
  <T>(read: (file: string) => T) =>
  (file: string): T => {
    try {
      return read(file);
    } catch (error) {
      throw new InvalidArgumentError(firstWrong(error).replaceAll(/\s*\n\s*/g, ' '));
    }
  };

/** Reads the CSV file that `--localities` names. */
export const localitiesIn = fileArgument((file): Localities => readLocalities(file));

/** Reads the report of a former run that `--from` names. */
export const reportIn = fileArgument((file): BenchReport => readBenchReport(readFileSync(file, 'utf8')));
