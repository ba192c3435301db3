/**
 * Text in UTF-8, a character for each byte: what Node calls latin1. It is sent as it is, where other text is encoded for
 * each who asks. Bytes would do the same, but outside of the heap: under load V8 collects all of a small one again and
 * again for their sake.
 */
export interface EncodedText {
  readonly utf8: string;
}

export const isEncodedText = (body: string | object): body is EncodedText =>
  typeof body === 'object' && 'utf8' in body;

/** The bytes of a text, whether it is encoded or not. */
export const bytesOfText = (text: string | EncodedText): Buffer =>
  isEncodedText(text) ? Buffer.from(text.utf8, 'latin1') : Buffer.from(text);

export const byteLengthOfText = (text: string | EncodedText): number =>
  isEncodedText(text) ? text.utf8.length : Buffer.byteLength(text);
