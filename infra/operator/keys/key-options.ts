import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { type Scope, scope, scopes } from '../../../shared/domain/access/scope.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { UsageError } from '../operator-error.ts';
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
    if (line.length === 0 || line.length > most || /[\p{Cc}\p{Cf}]/u.test(line))
      throw new InvalidArgumentError(
        `Expected ${what} of 1 to ${most} characters in one line, all of which can be seen.`,
      );
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

const scopesIn = (text: string): readonly Scope[] =>
  text.split(',').map((word) => {
    const { data } = scope.safeParse(word.trim());
    if (data) return data;
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  });

/** What a key opens, one word each or with commas between them, as lists of keys have it. All services where absent. */
export const scopeOption = () => {
  const all: readonly Scope[] = services;
  return new Option('--scope <scope...>', 'services, or parts of them, that it opens')
    .choices(scopes)
    .default(all, 'all')
    .argParser((text: string, given: readonly Scope[]) => [
      ...(given === all ? [] : given),
      ...scopesIn(text),
    ]);
};

/** Every change of a key may say why it was made. */
export const addReason = (command: Command): Command =>
  command.option(
    '--reason <text>',
    'why; kept in the audit trail, with who and when',
    lineOfAtMost(500, 'a reason'),
  );

const keyLike = /^wp_/;

/**
 * A key's id. Throws UsageError for the key itself, which is a secret: commander would repeat it in what it says of a
 * wrong argument.
 */
export const keyIdOf = (text: string): string => {
  if (!keyLike.test(text)) return text;
  const keyId = parseKeyToken(text)?.keyId;
  throw new UsageError(
    keyId === undefined
      ? 'that begins as a key itself, but is none; its id is the part after wp_live_ or wp_test_'
      : `that is a key itself; its id is ${keyId}`,
  );
};

/** Commands on one key take its id. */
export const addKeyId = (command: Command): Command =>
  command.argument('<key-id>', 'id of the key, as the list shows it; not the key itself', keyIdOf);
