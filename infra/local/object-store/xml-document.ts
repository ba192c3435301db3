import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type * as z from 'zod';
import { S3Error } from './s3-error.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

// Entities count against limits of the parser that 1000 keys full of ampersands pass. Bodies are bounded before
// they are parsed, and no document that defines entities of its own gets here.
const characterReferences = { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 10_000_000 };

const parser = (lists: readonly string[]) =>
  new XMLParser({
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
    htmlEntities: true,
    processEntities: characterReferences,
    isArray: (name) => lists.includes(name),
  });

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

// A reader of XML turns a bare carriage return into a line feed, and so would change the key that it is part of.
const referToControlCharacters = (text: string) =>
  text.replace(/[^\P{Cc}\t\n]/gu, (character) => `&#${character.codePointAt(0)};`);

/** An XML document whose root element carries S3's namespace, unless it is the error element, which has none. */
export const xmlDocument = (root: string, content: Readonly<Record<string, unknown>>): string =>
  referToControlCharacters(
    builder.build({
      '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
      [root]: root === 'Error' ? content : { '@xmlns': namespace, ...content },
    }),
  );

/** Parses a document; elements named in `lists` are always lists. Throws MalformedXML. */
export const parseXml = <T>(text: string, schema: z.ZodType<T>, lists: readonly string[]): T => {
  if (text.includes('<!DOCTYPE')) throw new S3Error('MalformedXML');
  const parsed = schema.safeParse(documentOf(text, lists));
  if (!parsed.success) throw new S3Error('MalformedXML');
  return parsed.data;
};

const documentOf = (text: string, lists: readonly string[]): unknown => {
  try {
    return parser(lists).parse(text, true);
  } catch (cause) {
    throw new S3Error('MalformedXML', undefined, {}, { cause });
  }
};
