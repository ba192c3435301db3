import * as z from 'zod';
import { parseXml, xmlDocument } from '../xml-document.ts';
import { type ObjectTag, refuseInvalidTags } from './object-tag.ts';

const white = z.string().regex(/^\s*$/);

const tagElement = z.strictObject({ Key: z.string(), Value: z.string(), '#text': white.optional() });

/** A set without a tag is an element without a child, which the parser gives as text. */
const tagSet = z.union([
  white.transform(() => ({ Tag: [] })),
  z.strictObject({ Tag: z.array(tagElement), '#text': white.optional() }),
]);

const document = z.object({ Tagging: z.object({ TagSet: tagSet }) });

/** The tags in the body of PutObjectTagging. Throws MalformedXML, BadRequest, InvalidTag. */
export const parseTagging = (text: string): ObjectTag[] => {
  const tags = parseXml(text, document, ['Tag']).Tagging.TagSet.Tag.map(({ Key, Value }) => ({
    key: Key,
    value: Value,
  }));
  refuseInvalidTags(tags);
  return tags;
};

/** The answer to GetObjectTagging. */
export const taggingDocument = (tags: readonly ObjectTag[]): string =>
  xmlDocument('Tagging', { TagSet: { Tag: tags.map(({ key, value }) => ({ Key: key, Value: value })) } });
