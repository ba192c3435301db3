/** Encodes text as UTF-8, one character per byte (Node's latin1). */
export const utf8Of = (text: string): string => Buffer.from(text).toString('latin1');
