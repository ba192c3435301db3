import * as z from 'zod/mini';
import { identityMetadata } from '../../../shared/data-access/import/files/file-identity.ts';
import { importModes } from '../../../shared/data-access/import/import-mode.ts';
import { describeIssues } from '../../../shared/domain/import-issue.ts';

const fileOptions = z.object({
  mode: z._default(z.enum(importModes, 'must be replace or merge'), 'replace'),
  force: z._default(
    z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }),
    false,
  ),
});

/** The metadata of a file have an unknown option, or an unknown value. */
export class UnknownOptions extends Error {
  override readonly name = 'UnknownOptions';
}

const knownNames: ReadonlySet<string> = new Set([...Object.keys(fileOptions.shape), identityMetadata]);

/** Names or values that suggest an import option: a misspelt `mode = merge` must not replace everything by default. */
const meansAnOption = /mode|merge|replace|force/;

/**
 * Returns a warning about unknown metadata names, if any. Throws UnknownOptions for a name that looks like an option.
 */
const warningsOf = (metadata: Readonly<Record<string, string>>): string[] => {
  const unknown = Object.keys(metadata).filter((name) => !knownNames.has(name));
  const mistaken = unknown.filter((name) => meansAnOption.test(name.toLowerCase()));
  if (mistaken.length > 0)
    throw new UnknownOptions(
      `the metadata of the file: there is no ${mistaken.join(', ')}, only mode (replace or merge) and force (true or false)`,
    );
  return unknown.length > 0
    ? [`metadata of the file that an import does not know: ${unknown.join(', ')}`]
    : [];
};

/** Import options of a file, read from the object's metadata. */
interface FileOptions extends z.infer<typeof fileOptions> {
  /** Warnings about the metadata, a sentence each. */
  readonly warnings: string[];
}

/** Reads the import options of a file. Throws UnknownOptions. */
export const readOptions = (metadata: Readonly<Record<string, string>>): FileOptions => {
  const options = fileOptions.safeParse(metadata);
  if (!options.success)
    throw new UnknownOptions(`the metadata of the file: ${describeIssues(options.error)}`);
  return { ...options.data, warnings: warningsOf(metadata) };
};
