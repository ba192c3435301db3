/**
 * Characters that a terminal obeys or that change what is read before and behind them: control characters, which begin
 * its commands, those that turn the direction of writing, and separators of lines.
 */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Somebody else's text on one line of a terminal: what it would obey is shown as an escape such as `\u001b`. */
export const visible = (text: string): string => text.replaceAll(invisible, asEscape);

/** The same of a text whose lines stay lines. */
export const visibleLines = (text: string): readonly string[] => text.split(/\r?\n/).map(visible);

/** JSON that a terminal can be shown, and that means the same: what JSON leaves as it is, is escaped too. */
export const visibleJson = (value: unknown, indent?: number): string =>
  // The only control character outside of its texts is the line feed of the indentation.
  JSON.stringify(value, null, indent).replaceAll(invisible, (character) =>
    character === '\n' ? character : asEscape(character),
  );
