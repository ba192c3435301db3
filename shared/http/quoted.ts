/** Maximum length of a quoted value in an error message, in code points. */
const maxCharacters = 40;

/** Quotes a client's value for an error message, shortened to a length that people can read. */
export const quoted = (value: string): string => {
  // A code point has at most two UTF-16 units, so a huge value is not taken apart whole.
  const characters = [...value.slice(0, 2 * maxCharacters + 2)];
  const isShort = characters.length <= maxCharacters;
  return JSON.stringify(isShort ? value : `${characters.slice(0, maxCharacters).join('')}…`);
};
