import * as z from 'zod';
import { queryOf } from '../request/query-of.ts';
import { S3Error } from '../s3-error.ts';
import { taggingDocument } from '../tagging/tagging-document.ts';
import { type Operation, xmlAnswer } from './operation.ts';

/** GetObjectTagging */
export const getObjectTagging: Operation = async (request, { objects }) => {
  queryOf(request, { tagging: z.literal('') });
  const object = objects.find(request.key);
  if (object === undefined) throw new S3Error('NoSuchKey');
  return xmlAnswer(taggingDocument(object.tags ?? []));
};
