import { Argument, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { isLocalOrigin, isWebOrigin, maxOrigins } from '../../shared/domain/access/browser-key.ts';
import { parseKeyToken } from '../../shared/domain/access/key-token.ts';
import { type Scope, scope, scopes } from '../../shared/domain/access/scope.ts';
import { enquiryActions } from '../../shared/domain/billing/enquiry.ts';
import { readReferenceNumber } from '../../shared/domain/billing/reference-number.ts';
import { UsageError } from './errors.ts';

const day = 24 * 60 * 60 * 1_000;

const instant = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

const parseTime = (text: string, direction: 1 | -1, days: string): Date => {
  const count = /^(\d{1,5})d$/.exec(text)?.[1];
  if (count !== undefined) return new Date(Date.now() + direction * Number(count) * day);
  if (instant.safeParse(text).success) return new Date(text);
  throw new InvalidArgumentError(
    `Expected a date (2026-01-31), a date and time (2026-01-31T12:00:00Z) or ${days}.`,
  );
};

/** Parses a time in the past: an ISO 8601 date (its start in UTC), a date and time, or `7d` for 7 days ago. */
export const pastTime = (text: string): Date => parseTime(text, -1, 'days ago (7d)');

/** Parses a time in the future: a date, a date and time, or `90d` for 90 days from now. Returns ISO 8601, UTC. */
const expiry = (text: string): string => {
  const time = parseTime(text, 1, 'days from now (90d)');
  if (time.getTime() > Date.now()) return time.toISOString();
  throw new InvalidArgumentError(`${time.toISOString()} is not in the future.`);
};

/** Parses an expiry, or `never`. */
export const expiryOrNever = (text: string): string => (text === 'never' ? text : expiry(text));

export const expiryOption = (flags: string, description: string) =>
  new Option(flags, description).argParser(expiry);

/** Parses a day that is not over yet anywhere. */
const comingDay = (text: string): string => {
  if (!z.iso.date().safeParse(text).success)
    throw new InvalidArgumentError('Expected a date such as 2026-12-24.');
  // The day ends last in the time zone 12 hours behind UTC.
  if (Date.parse(text) + 1.5 * day > Date.now()) return text;
  throw new InvalidArgumentError(`${text} is over.`);
};

export const dateOption = (flags: string, description: string) =>
  new Option(flags, description).argParser(comingDay);

const maxOverlapDays = 90;

/** Parses how long two keys are valid together, such as `7d` or `12h`. Returns milliseconds. */
export const overlap = (text: string): number => {
  const { count, unit } = /^(?<count>\d{1,4})(?<unit>[hd])$/.exec(text)?.groups ?? {};
  if (count === undefined) throw new InvalidArgumentError('Expected days (7d) or hours (12h).');
  const milliseconds = Number(count) * (unit === 'h' ? day / 24 : day);
  if (milliseconds <= maxOverlapDays * day) return milliseconds;
  throw new InvalidArgumentError(`Expected at most ${maxOverlapDays} days, because the old key must expire.`);
};

const visibleLine =
  (maxLength: number, what: string) =>
  (text: string): string => {
    const line = text.trim();
    if (line.length > 0 && line.length <= maxLength && !/[\p{Cc}\p{Cf}]/u.test(line)) return line;
    throw new InvalidArgumentError(`Expected ${what} of 1 to ${maxLength} visible characters on one line.`);
  };

export const clientOption = (description: string) =>
  new Option('--client <name>', description).argParser(visibleLine(120, 'a name'));

/** Parses a reason that is shown to operators. */
export const visibleReason = visibleLine(500, 'a reason');

export const reasonOption = new Option(
  '--reason <text>',
  'reason for the change, recorded in the audit trail',
).argParser(visibleReason);

export const locationArgument = (name: string) => new Argument(name, 'id of the location, such as 310003_PO');

/** Option that selects locations. */
export const whereOption = () =>
  new Option(
    '--where <filter>',
    'filters of version 3, or `state`, as in a query string; repeat the option for more',
  ).argParser((text: string, previous: readonly string[] = []) => [...previous, text]);

const locationReason = () =>
  new Option('--reason <text>', 'why, kept in the history: give no personal data').argParser(visibleReason);

/** Options of every change of locations. */
export const locationChangeOptions = ({ ofOne = false } = {}) => [
  ...(ofOne ? [] : [whereOption()]),
  locationReason(),
  new Option('--dry-run', 'show what would change, without changing anything'),
];

/** Last day of a change. */
export const untilOption = dateOption(
  '--until <date>',
  'last day of the change, on the calendar of each location (default: until it is unset)',
);

/** Reason that is kept longer than the enquiry. */
export const erasureReasonOption = new Option(
  '--reason <text>',
  'why they are erased, kept in the audit trail: give no name, address or other personal data',
)
  .argParser(visibleReason)
  .makeOptionMandatory();

export const scopeOption = new Option(
  '--scope <scope...>',
  'services, or parts of them, that the key grants access to',
)
  .choices(scopes)
  .argParser((text: string, previous: readonly Scope[] = []) => {
    const { data } = z.array(scope).safeParse(text.split(',').map((word) => word.trim()));
    if (data) return [...previous, ...data];
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  });

/** Option with origins of a browser key. Local ones are only for sandbox keys, which the command checks. */
export const originOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string, previous: readonly string[] = []) => {
    if (previous.length === maxOrigins)
      throw new InvalidArgumentError(`Expected at most ${maxOrigins} origins.`);
    if (isWebOrigin(text) || isLocalOrigin(text)) return [...previous, text];
    throw new InvalidArgumentError(
      'Expected an origin such as https://www.example.com: in lower case, without a path, a default port, a wildcard or a final dot, and in Punycode (xn--…).',
    );
  });

/** Status of a key at a given time. */
const keyStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

export const keyStatusOption = new Option('--status <status>', 'only keys with this status')
  .choices(keyStatuses)
  .argParser((text) => {
    const found = keyStatuses.find((status) => status === text.toUpperCase());
    if (found) return found;
    throw new InvalidArgumentError(`Allowed choices are ${keyStatuses.join(', ')}.`);
  });

/**
 * Returns the id of a key. Throws UsageError for the key itself, a secret that commander would print in its message.
 */
export const keyId = (text: string): string => {
  if (!text.startsWith('wp_')) return text;
  const id = parseKeyToken(text)?.keyId;
  throw new UsageError(
    id === undefined ? 'this looks like a key, but is not a valid one' : 'this is the key itself, not its id',
    id === undefined ? 'The id is the part after wp_live_, wp_test_ or wp_web_' : `Its id is ${id}`,
  );
};

/** Argument of commands that change or show one key. */
export const keyIdArgument = new Argument('<key-id>', 'id of the key (not the key itself)').argParser(keyId);

const referenceFaults = {
  form: 'Expected a reference number of 13 letters and digits, such as 0CW6-V8PQ-1H0QS.',
  'check character': 'The check character does not match: look for a mistyped or swapped character.',
};

export const referenceNumber = (text: string): string => {
  const read = readReferenceNumber(text);
  if ('number' in read) return read.number;
  throw new InvalidArgumentError(referenceFaults[read.fault]);
};

const addReference = (text: string, previous: readonly string[] = []) => [...previous, referenceNumber(text)];

export const referencesArgument = new Argument('<reference...>', 'reference numbers').argParser(addReference);

export const optionalReferencesArgument = new Argument('[reference...]', 'reference numbers').argParser(
  addReference,
);

/** Selects what the audit trail says was erased, instead of reference numbers. */
export const eraseAgainOption = new Option(
  '--again',
  'erase every enquiry again that was erased before and came back with a restored table, instead of reference numbers',
);

const maxNoteLength = 2_000;

export const note = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.length > 0 && trimmed.length <= maxNoteLength) return trimmed;
  throw new InvalidArgumentError(`Expected 1 to ${maxNoteLength} characters.`);
};

/** Options that select enquiries. */
export const enquirySelectionOptions = (status: 'open' | 'all') => [
  new Option('--status <status>', 'only enquiries with this status')
    .choices(['open', 'closed', 'all'])
    .default(status),
  new Option('--since <when>', 'submitted since a date, a date and time, or days ago (7d)').argParser(
    pastTime,
  ),
  new Option('--until <when>', 'submitted before that time').argParser(pastTime),
  new Option('--sandbox', "partners' test enquiries instead of real ones"),
];

const maxEmailLength = 320;

/** Throws UsageError without the address, which commander would print in its message. */
const emailAddress = (text: string): string => {
  const address = text.trim();
  if (address.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new UsageError(
    '--email is not an email address',
    'Give the address as the person does, such as ada@example.org',
  );
};

export const emailOption = new Option('--email <address>', 'email address, in upper or lower case')
  .argParser(emailAddress)
  .makeOptionMandatory();

/** Actions in the audit trail of enquiries, as options name them. */
export const enquiryActionOption = new Option('--action <action>', 'only this action')
  .choices(enquiryActions.map((action) => action.toLowerCase()))
  .argParser((text) => {
    const found = enquiryActions.find((action) => action === text.toUpperCase());
    if (found) return found;
    throw new InvalidArgumentError(
      `Allowed choices are ${enquiryActions.map((action) => action.toLowerCase()).join(', ')}.`,
    );
  });

/** Formats of import files. */
export const importFormats = ['ndjson', 'csv'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Kinds of items that can be restored. */
export const restoreKinds = [
  'enquiries',
  'keys',
  'billers',
  'locations',
  'location-changes',
  'capabilities',
] as const;
export type RestoreKind = (typeof restoreKinds)[number];

const maxListed = 1_000;

const limitOption = (description: string, more = '') =>
  new Option('--limit <number>', description).argParser((text: string): number => {
    const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (number >= 1 && number <= maxListed) return number;
    throw new InvalidArgumentError(`Expected a number from 1 to ${maxListed}.${more}`);
  });

/** Option of the list of kept versions, which has no pages. */
export const keptVersionsLimit = limitOption('maximum number of versions to list').default(20);

/** Port of this machine. */
export const portOption = new Option('--port <number>', 'port on this machine (default: any free port)')
  .default(0)
  .argParser((text): number => {
    if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
    throw new InvalidArgumentError('Expected a number from 0 to 65535.');
  });

/** Option of the audit, whose JSON has all findings. */
export const auditLimit = limitOption('maximum number of findings to print of each kind').default(10);

/** Options of every list. */
export const pageOptions = (limit: number) => [
  limitOption('maximum number of items', ' To list more, use --cursor.').default(limit),
  new Option('--cursor <cursor>', 'cursor from the end of the previous page, to continue the list'),
];
