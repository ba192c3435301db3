/**
 * Characters that a terminal obeys, that change what is read before and behind them, or that nobody sees: control
 * characters, which begin its commands, those of format, such as the turning of the direction of writing and spaces
 * without width, and separators of lines.
 */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** As JSON writes it: one escape for each unit of UTF-16, of which some characters have two. */
const asEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

/** Somebody else's text on one line of a terminal: what it would obey is shown as an escape such as `\u001b`. */
export const visible = (text: string): string => text.replaceAll(invisible, asEscape);

/** The same of a text whose lines stay lines. */
export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map(visible);

/** The same as one text. */
export const visibleParagraphs = (text: string): string => visibleLines(text).join('\n');

/** JSON that a terminal can be shown, and that means the same: what JSON leaves as it is, is escaped too. */
export const visibleJson = (value: unknown, indent?: number): string =>
  // The only control character outside of its texts is the line feed of the indentation.
  JSON.stringify(value, null, indent).replaceAll(invisible, (character) =>
    character === '\n' ? character : asEscape(character),
  );
