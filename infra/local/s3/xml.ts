import { XMLBuilder } from 'fast-xml-parser';

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

/**
 * Escapes control characters, because XML parsers convert a carriage return to a line feed, which would change the key.
 */
const escapeControlCharacters = (text: string): string =>
  text.replace(/[^\P{Cc}\t\n]/gu, (character) => `&#${character.codePointAt(0)};`);
