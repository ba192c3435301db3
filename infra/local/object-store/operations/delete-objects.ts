import * as z from 'zod';
import { readText } from '../payload/small-body.ts';
import { queryOf } from '../request/query-of.ts';
import { S3Error } from '../s3-error.ts';
import { parseXml, xmlDocument } from '../xml-document.ts';
import { mostKeys } from './limits.ts';
import { type Operation, xmlAnswer } from './operation.ts';

// Strict: an entry with a version or an entity tag asks for more than that its key be deleted.
const document = z.object({
  Delete: z.object({
    Quiet: z.enum(['true', 'false']).optional(),
    Object: z.array(z.strictObject({ Key: z.string().min(1), '#text': z.string().optional() })).min(1),
  }),
});

/** DeleteObjects */
export const deleteObjects: Operation = async (request, { objects }) => {
  queryOf(request, { delete: z.literal('') });
  const { Delete } = parseXml(await readText(request), document, ['Object']);
  if (Delete.Object.length > mostKeys) throw new S3Error('MalformedXML');
  const keys = Delete.Object.map(({ Key }) => Key);
  for (const key of keys) await objects.remove(key, () => undefined);
  const deleted = Delete.Quiet === 'true' ? [] : keys.map((Key) => ({ Key }));
  return xmlAnswer(xmlDocument('DeleteResult', { Deleted: deleted }));
};
