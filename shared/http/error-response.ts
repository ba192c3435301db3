import * as z from 'zod';
import { type ErrorCode, errorCodes } from './errors.ts';

/**
 * Creates the schema of a service's error body, with one entry for each problem. `without` is the error code that the
 * service's specification lacks, and `namesSource` says whether errors name the parameter in `source`.
 */
export const errorResponseOf = ({ without, namesSource }: { without: ErrorCode; namesSource: boolean }) => {
  const source = z.strictObject({
    parameter: z.string().min(1).meta({ description: 'The parameter or body field at fault.' }),
  });
  const error = z
    .strictObject({
      id: z.uuid().meta({ description: 'Quote this ID when you contact support. It appears in our logs.' }),
      code: z.enum(errorCodes.filter((code) => code !== without)),
      detail: z.string().min(1).meta({ description: 'Human-readable explanation. Its wording may change.' }),
      source: namesSource ? source.optional() : z.never().optional(),
    })
    .meta({ id: 'Error' });
  return z
    .strictObject({ errors: z.array(error).min(1) })
    .meta({ id: 'ErrorResponse', description: 'One error for each problem.' });
};
