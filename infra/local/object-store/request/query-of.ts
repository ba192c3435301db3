import * as z from 'zod';
import { S3Error } from '../s3-error.ts';
import type { S3Request } from './s3-request.ts';

/** Digits alone, within S3's own limits of the parameter. */
export const integerParameter = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));

/**
 * The operation's own parameters. Throws NotImplemented for a parameter that it does not have, as each of those
 * asks for something else of S3, and InvalidArgument for a wrong value.
 */
export const queryOf = <S extends z.ZodRawShape>({ query }: S3Request, shape: S) => {
  const parsed = z.strictObject(shape).safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw new S3Error('NotImplemented', `The parameter ${issue.keys.join(', ')} is not implemented.`);
  }
  throw new S3Error('InvalidArgument', `The parameter ${issue?.path.join('.')} is not valid.`);
};
