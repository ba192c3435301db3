import * as z from 'zod';
import { identityMetadata } from '../../../shared/data-access/import/files/file-identity.ts';
import { importModes } from '../../../shared/data-access/import/import-mode.ts';
import { describeIssues } from '../../../shared/domain/import-issue.ts';

const fileOptions = z.object({
  mode: z.enum(importModes, 'must be replace or merge').default('replace'),
  force: z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }).default(false),
});

/** The metadata of a file ask for what there is not. */
export class UnknownOptions extends Error {
  override readonly name = 'UnknownOptions';
}

const knownNames: ReadonlySet<string> = new Set([...Object.keys(fileOptions.shape), identityMetadata]);

/** Whoever writes `merge = true` or `modes = merge` does not want the replacement that there is without a mode. */
const meansAnOption = /mode|merge|replace|force/;

/** A sentence about names that nobody knows; none where there are none. Throws UnknownOptions. */
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

/** How a file is to be imported, as its putter said in the object's metadata. */
interface FileOptions extends z.infer<typeof fileOptions> {
  /** What the putter should know of the metadata, a sentence each. */
  readonly warnings: string[];
}

/** Reads how a file is to be imported. Throws UnknownOptions. */
export const readOptions = (metadata: Readonly<Record<string, string>>): FileOptions => {
  const options = fileOptions.safeParse(metadata);
  if (!options.success)
    throw new UnknownOptions(`the metadata of the file: ${describeIssues(options.error)}`);
  return { ...options.data, warnings: warningsOf(metadata) };
};
