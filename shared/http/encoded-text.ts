/**
 * Text encoded as UTF-8, one character per byte (Node's latin1), so that it is encoded once for all answers. A string
 * rather than a Buffer: small buffers lie outside V8's heap and cause extra garbage collections under load.
 */
export interface EncodedText {
  readonly utf8: string;
}

export const isEncodedText = (body: string | object): body is EncodedText =>
  typeof body === 'object' && 'utf8' in body;

/** Returns the UTF-8 bytes of a text, encoded already or not. */
export const bytesOfText = (text: string | EncodedText): Buffer =>
  isEncodedText(text) ? Buffer.from(text.utf8, 'latin1') : Buffer.from(text);

export const byteLengthOfText = (text: string | EncodedText): number =>
  isEncodedText(text) ? text.utf8.length : Buffer.byteLength(text);
