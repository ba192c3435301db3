import { queryOf } from '../request/query-of.ts';
import { overriddenHeaders, responseOverrides } from '../request/response-overrides.ts';
import { S3Error } from '../s3-error.ts';
import type { Operation } from './operation.ts';
import { readAnswer } from './read-answer.ts';

/** HeadObject */
export const headObject: Operation = async (request, { objects }) => {
  const overrides = overriddenHeaders(queryOf(request, responseOverrides));
  const object = objects.find(request.key);
  if (object === undefined) throw new S3Error('NoSuchKey');
  const { status, headers } = readAnswer(request, object, overrides);
  return { status, headers };
};
