import * as z from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';

interface ErrorVocabulary {
  /** The one code that the service's specification lacks. */
  readonly without: ErrorCode;
  /** Whether an error names the offending parameter in `source`. */
  readonly namesSource: boolean;
}

/** Creates the schema of a service's error body, with one entry for each problem; `id` can be found in the log. */
export const errorResponseOf = ({ without, namesSource }: ErrorVocabulary) => {
  const source = z.strictObject({
    parameter: z.string().min(1).meta({ description: 'The parameter or body field at fault.' }),
  });
  const error = z
    .strictObject({
      id: z.uuid().meta({ description: 'Quote this ID when you contact support. It appears in our logs.' }),
      code: z.enum(errorCodes.filter((code) => code !== without)),
      detail: z.string().min(1).meta({ description: 'What is wrong, for people; its wording may change.' }),
      source: namesSource ? source.optional() : z.never().optional(),
    })
    .meta({ id: 'Error' });
  return z
    .strictObject({ errors: z.array(error).min(1) })
    .meta({ id: 'ErrorResponse', description: 'One error for each thing that is wrong.' });
};
