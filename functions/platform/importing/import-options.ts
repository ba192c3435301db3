import * as z from 'zod';
import { importModes } from '../../../shared/data-access/import/import-mode.ts';
import { type ImportKind, importKinds } from '../../../shared/data-access/import/record-kind.ts';
import { describeIssues } from '../../../shared/domain/import-issue.ts';

const fileOptions = z.object({
  mode: z.enum(importModes, 'must be replace or merge').default('replace'),
  force: z.stringbool({ truthy: ['true'], falsy: ['false'], error: 'must be true or false' }).default(false),
});

/** The metadata of a file ask for what there is not. */
export class UnknownOptions extends Error {
  override readonly name = 'UnknownOptions';
}

/** How a file is to be imported, as its putter said in the object's metadata. Throws UnknownOptions. */
export const readOptions = (metadata: Readonly<Record<string, string>>): z.infer<typeof fileOptions> => {
  const options = fileOptions.safeParse(metadata);
  if (options.success) return options.data;
  throw new UnknownOptions(`the metadata of the file: ${describeIssues(options.error)}`);
};

/** `locations/spring.ndjson` is of the kind `locations`; undefined where a key is of none, or names no file. */
export const kindOf = (key: string): ImportKind | undefined => {
  const [first, ...rest] = key.split('/');
  // What ends in a slash stands for a folder: consoles put such objects.
  return rest.at(-1) ? importKinds.find((kind) => kind === first) : undefined;
};
