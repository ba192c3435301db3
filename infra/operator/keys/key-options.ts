import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseExpiry, parseSince } from './expiry.ts';
import { parseOverlap } from './overlap.ts';

/** What commander says of a text that does not parse. */
const parsedBy =
  <T>(parse: (text: string, now: Date) => T) =>
  (text: string): T => {
    try {
      return parse(text, new Date());
    } catch (error) {
      if (error instanceof RangeError) throw new InvalidArgumentError(`${error.message}.`);
      throw error;
    }
  };

const lineOfAtMost =
  (most: number, what: string) =>
  (text: string): string => {
    const line = text.trim();
    if (line.length === 0 || line.length > most || /\p{Cc}/u.test(line))
      throw new InvalidArgumentError(`Expected ${what} of 1 to ${most} characters in one line.`);
    return line;
  };

/** A client's name, as keys have it. */
export const clientName = lineOfAtMost(120, 'a name');

/** An instant in the future, or days from now. */
export const expiry = parsedBy(parseExpiry);

/** An instant, or days ago. */
export const since = parsedBy(parseSince);

const overlap = parsedBy(parseOverlap);

export const overlapOption = () =>
  new Option('--overlap <time>', 'how long the old key stays good: days such as 7d, hours such as 12h')
    .default(overlap('7d'), '7d')
    .argParser(overlap);

/** Every change of a key may say why it was made. */
export const addReason = (command: Command): Command =>
  command.option(
    '--reason <text>',
    'why; kept in the audit trail, with who and when',
    lineOfAtMost(500, 'a reason'),
  );

/** Commands on one key take its id. */
export const addKeyId = (command: Command): Command =>
  command.argument('<key-id>', 'id of the key, as the list shows it; not the key itself');
