import * as z from 'zod';
import { readText } from '../payload/small-body.ts';
import { queryOf } from '../request/query-of.ts';
import { parseTagging } from '../tagging/tagging-document.ts';
import type { Operation } from './operation.ts';

/** PutObjectTagging: these tags come in the place of all former ones. */
export const putObjectTagging: Operation = async (request, { objects }) => {
  queryOf(request, { tagging: z.literal('') });
  await objects.tag(request.key, parseTagging(await readText(request)));
  return { status: 200, headers: {} };
};
