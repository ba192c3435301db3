/** Text in UTF-8, a character for each byte: what Node calls latin1. */
export const utf8Of = (text: string): string => Buffer.from(text).toString('latin1');
