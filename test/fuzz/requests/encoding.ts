import * as fc from 'fast-check';

/** Ways in which clients percent-encode text in URLs. */
const encodings = ['usual', 'raw', 'plus', 'lower', 'every-byte'] as const;
export type Encoding = (typeof encodings)[number];

export const anyEncoding: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('usual' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...encodings) },
);

const everyByte = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const lowerCase = (encoded: string): string => encoded.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase());

const unescaped = (encoded: string, characters: string): string =>
  encoded.replace(/%[0-9A-F]{2}/g, (each) => {
    const character = String.fromCharCode(Number.parseInt(each.slice(1), 16));
    return characters.includes(character) ? character : each;
  });

/** Encodes text for a query string, so that decoding it as form data returns the text. */
export const inQuery = (text: string, encoding: Encoding): string => {
  const usual = encodeURIComponent(text);
  switch (encoding) {
    case 'usual':
      return usual;
    case 'raw':
      return unescaped(usual, '[]:,;@$/?');
    case 'plus':
      return usual.replaceAll('%20', '+');
    case 'lower':
      return lowerCase(usual);
    case 'every-byte':
      return everyByte(text);
  }
};

export const inSegment = (text: string, encoding: Encoding): string => {
  if (encoding === 'every-byte') return everyByte(text);
  const usual = encodeURIComponent(text);
  return encoding === 'raw' ? unescaped(usual, ',:;@$+&=') : encoding === 'lower' ? lowerCase(usual) : usual;
};
