import { XMLBuilder, XMLParser } from 'fast-xml-parser';
import type * as z from 'zod';
import { S3Error } from './errors.ts';

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@' });

/** Formats an XML document. The root element has S3's namespace, except `Error`, which has none. */
export const xmlDocument = (root: string, content: Readonly<Record<string, unknown>>): Buffer =>
  Buffer.from(
    escapeControlCharacters(
      builder.build({
        '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
        [root]: root === 'Error' ? content : { '@xmlns': namespace, ...content },
      }),
    ),
  );

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  htmlEntities: true,
  // The default limits are too low for 1000 keys full of ampersands. Bodies are bounded before they are parsed.
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 10_000_000 },
  // The only list in a request.
  isArray: (name) => name === 'Object',
});

/** Parses a document. Throws MalformedXML. */
export const parseXml = <T>(document: Uint8Array, schema: z.ZodType<T>): T => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(document);
    // A document that defines its own entities could expand without bounds.
    if (text.includes('<!DOCTYPE')) throw new Error('it contains a DOCTYPE declaration');
    return schema.parse(parser.parse(text, true));
  } catch (cause) {
    throw new S3Error('MalformedXML', { cause });
  }
};

/**
 * Escapes control characters, because XML parsers convert a carriage return to a line feed, which would change the key.
 */
const escapeControlCharacters = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]/gu, (character) => `&#${character.codePointAt(0)};`);
