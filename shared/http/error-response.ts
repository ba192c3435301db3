import * as z from 'zod';
import type { ErrorCode, ErrorContract } from './errors.ts';

interface ErrorVocabulary extends Pick<ErrorContract, 'namesSource'> {
  /** Error codes in the service's specification. */
  readonly codes: readonly ErrorCode[];
}

/** Creates the schema of a service's error body, with one entry for each problem; `id` can be found in the log. */
export const errorResponseOf = (vocabulary: ErrorVocabulary) =>
  z
    .strictObject({ errors: z.array(errorOf(vocabulary)).min(1) })
    .meta({ id: 'ErrorResponse', description: 'One error for each thing that is wrong.' });

const errorOf = ({ codes, namesSource }: ErrorVocabulary) =>
  z
    .strictObject({
      id: z.uuid().meta({ description: 'Quote this ID when you contact support. It appears in our logs.' }),
      code: z.enum(codes),
      detail: z.string().min(1).meta({ description: 'What is wrong, for people; its wording may change.' }),
      source: namesSource ? source().optional() : z.never().optional(),
    })
    .meta({ id: 'Error' });

const source = () =>
  z.strictObject({
    parameter: z.string().min(1).meta({ description: 'The parameter or body field at fault.' }),
  });
