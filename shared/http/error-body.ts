import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ApiError, ErrorCode } from './api-error.ts';

/** How the errors of a service look. */
export interface ErrorForm {
  /** Whether an error names the offending parameter in `source`. */
  readonly namesSource: boolean;
}

interface ErrorVocabulary extends ErrorForm {
  /** The codes that the service's specification has. */
  readonly codes: readonly ErrorCode[];
}

const source = () =>
  z.strictObject({
    parameter: z.string().min(1).meta({ description: 'The parameter or body field at fault.' }),
  });

const errorOf = (codes: readonly ErrorCode[], namesSource: boolean) =>
  z
    .strictObject({
      id: z.uuid().meta({ description: 'To be quoted when asking about the error: it is in the log.' }),
      code: z.enum(codes),
      detail: z.string().min(1).meta({ description: 'What is wrong, for people; its wording may change.' }),
      source: namesSource ? source().optional() : z.never().optional(),
    })
    .meta({ id: 'Error' });

/** The body of a service's errors, one for each thing that is wrong; its `id` is to be found in the log. */
export const errorResponseOf = ({ codes, namesSource }: ErrorVocabulary) =>
  z
    .strictObject({ errors: z.array(errorOf(codes, namesSource)).min(1) })
    .meta({ id: 'ErrorResponse', description: 'One error for each thing that is wrong.' });
type ErrorBody = z.output<ReturnType<typeof errorResponseOf>>;

/** The error as a body, with a fresh id for each problem. */
export const toErrorBody = ({ code, problems }: ApiError, { namesSource }: ErrorForm): ErrorBody => ({
  errors: problems.map(({ detail, parameter }) => ({
    id: randomUUID(),
    code,
    detail,
    ...(namesSource && parameter !== undefined && { source: { parameter } }),
  })),
});
