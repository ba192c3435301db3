import { Argument, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { plans } from '../../../shared/domain/access/api-key.ts';
import {
  browserGrant,
  isLocalOrigin,
  isWebOrigin,
  maxOrigins,
} from '../../../shared/domain/access/browser-key.ts';
import { parseKeyToken } from '../../../shared/domain/access/key-token.ts';
import { type Scope, scope, scopes } from '../../../shared/domain/access/scope.ts';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { Commands } from '../command.ts';
import { UsageError } from '../errors.ts';
import { choiceOption, futureTime, pageOptions, pastOption, reasonOption, visibleLine } from '../options.ts';
import type { KeyStatus } from './view.ts';

const keyStatuses: readonly KeyStatus[] = ['ACTIVE', 'EXPIRED', 'REVOKED'];

const reason = reasonOption('reason for the change, recorded in the audit trail');

const clientOption = (description: string) =>
  new Option('--client <name>', description).argParser(visibleLine(120, 'a name'));

const expiryOption = (flags: string, description: string) =>
  new Option(flags, description).argParser(futureTime);

const scopeOption = new Option(
  '--scope <scope...>',
  'services, or parts of them, that the key grants access to',
)
  .choices(scopes)
  .argParser((text: string, previous: readonly Scope[] = []) => {
    const { data } = z.array(scope).safeParse(text.split(',').map((word) => word.trim()));
    if (data) return [...previous, ...data];
    throw new InvalidArgumentError(`Allowed choices are ${scopes.join(', ')}.`);
  });

/** Option for a browser key's origins. The command checks that only sandbox keys have local origins. */
const originOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string, previous: readonly string[] = []) => {
    if (previous.length === maxOrigins)
      throw new InvalidArgumentError(`Expected at most ${maxOrigins} origins.`);
    if (isWebOrigin(text) || isLocalOrigin(text)) return [...previous, text];
    throw new InvalidArgumentError(
      'Expected an origin such as https://www.example.com: in lower case, without a path, a default port, a wildcard or a final dot, and in Punycode (xn--…).',
    );
  });

const maxOverlapDays = 90;

/** Parses the time for which both keys are valid, such as `7d` or `12h`. Returns milliseconds. */
const overlap = (text: string): number => {
  const { count, unit } = /^(?<count>\d{1,4})(?<unit>[hd])$/.exec(text)?.groups ?? {};
  if (count === undefined) throw new InvalidArgumentError('Expected days (7d) or hours (12h).');
  const milliseconds = Number(count) * (unit === 'h' ? dayMilliseconds / 24 : dayMilliseconds);
  if (milliseconds <= maxOverlapDays * dayMilliseconds) return milliseconds;
  throw new InvalidArgumentError(`Expected at most ${maxOverlapDays} days, because the old key must expire.`);
};

/** Returns a key's id. Throws UsageError for the key itself, because commander's own error would print that secret. */
const keyId = (text: string): string => {
  if (!text.startsWith('wp_')) return text;
  const id = parseKeyToken(text)?.keyId;
  if (id === undefined)
    throw new UsageError(
      'this looks like a key, but is not a valid one',
      'The id is the part after wp_live_, wp_test_ or wp_web_',
    );
  throw new UsageError('this is the key itself, not its id', `Its id is ${id}`);
};

const keyIdArgument = new Argument('<key-id>', 'id of the key (not the key itself)').argParser(keyId);

export const keyCommands: Commands = {
  keys: {
    description: "Issue, list, rotate and revoke clients' keys, and show their history.",
    examples: [
      'waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d',
      'waypost keys list',
    ],
  },
  'keys issue': {
    description:
      'Issue a key to a client. The key is printed only once, because only its digest is stored. It expires after a ' +
      'year by default. With --browser, the key is public, and pages of the given websites may contain it.',
    options: [
      clientOption('client that the key is for').makeOptionMandatory(),
      scopeOption,
      new Option('--plan <plan>', "plan that sets the client's rate limits")
        .choices(plans.filter((plan) => plan !== browserGrant.plan))
        .default('standard'),
      new Option(
        '--expires <when>',
        'when the key expires: a date, a date and time, days from now (90d), or never; a later expiry than the default needs --reason (default: 365d, with --sandbox 90d)',
      ).argParser((text) => (text === 'never' ? text : futureTime(text))),
      new Option('--browser', 'issue a public key for websites; it can only search v3 locations').conflicts([
        'scope',
        'plan',
      ]),
      originOption(
        '--origin <origin...>',
        'websites that may use a browser key, at most 20; with --sandbox also http://localhost with any port',
      ),
      new Option('--sandbox', 'issue a test key, which can simulate errors and find test records'),
      new Option('--same-client', 'issue another key to a client that has or had keys'),
      reason,
    ],
    examples: [
      'waypost keys issue --client "Public site" --scope locations-v2 locations-v3:search --plan partner',
      'waypost keys issue --client "Parcel partner" --browser --origin https://www.example.com --same-client',
    ],
    load: async () => (await import('./change.ts')).issueKey,
  },
  'keys list': {
    description: 'List keys by client, with their scopes, plan, status, expiry and last use.',
    options: [
      clientOption('only keys of this client'),
      choiceOption('--status <status>', 'only keys with this status', keyStatuses),
      expiryOption(
        '--ending <when>',
        'only valid keys that expire by a date, a date and time, or within days (30d)',
      ),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost keys list --client "Parcel partner" --status ACTIVE',
      'waypost keys list --ending 30d --json',
    ],
    load: async () => (await import('./view.ts')).listKeys,
  },
  'keys show': {
    description: 'Show a key and its history. The output includes its scopes, last use and successor.',
    arguments: [keyIdArgument],
    examples: ['waypost keys show 4hjk29fmw0qz', 'waypost keys show 4hjk29fmw0qz --json'],
    exits: { 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./view.ts')).showKey,
  },
  'keys origins': {
    description:
      'Change the websites that may use a browser key. The gateway may apply the old list for up to a minute.',
    arguments: [keyIdArgument],
    options: [
      originOption('--add <origin...>', 'websites to add'),
      originOption('--remove <origin...>', 'websites to remove'),
      reason,
    ],
    examples: [
      'waypost keys origins 4hjk29fmw0qz --add https://shop.example.com',
      'waypost keys origins 4hjk29fmw0qz --remove https://old.example.com --stage prod',
    ],
    exits: { 1: 'the key does not exist, is revoked or has no origins, or the command failed' },
    load: async () => (await import('./change.ts')).changeOrigins,
  },
  'keys portal': {
    description:
      "Issue the key that the locator of a stage's portal uses for its visitors' searches, and revoke the key that it replaces. The new key never expires, and works only at the portal's address. The portal serves it immediately, without a deployment.",
    options: [reason],
    examples: ['waypost keys portal --stage prod', 'waypost keys portal --stage dev --json'],
    load: async () => (await import('./change.ts')).replacePortalKey,
  },
  'keys rotate': {
    description:
      'Issue a replacement for a key. The new key is printed only once. Both keys are valid until the overlap ends.',
    arguments: [keyIdArgument],
    options: [
      new Option('--overlap <time>', 'how long the old key stays valid, in days (7d) or hours (12h)')
        .default(overlap('7d'), '7d')
        .argParser(overlap),
      expiryOption(
        '--expires <when>',
        'when the new key expires (default: after the lifetime that the old key was issued with)',
      ),
      reason,
    ],
    examples: [
      'waypost keys rotate 4hjk29fmw0qz --overlap 0d --reason "found in a public repository"',
      'KEY=$(waypost keys rotate 4hjk29fmw0qz --overlap 12h --stage prod)',
    ],
    exits: {
      1: 'the key does not exist, has expired or been revoked, or was already rotated; or the command failed',
    },
    load: async () => (await import('./change.ts')).rotateKey,
  },
  'keys expire': {
    description: 'Change when a key expires. To invalidate a key immediately, revoke it instead.',
    arguments: [keyIdArgument],
    options: [
      expiryOption('--at <when>', 'a date, a date and time, or days from now (90d)').conflicts('never'),
      new Option('--never', 'the key never expires; needs --reason'),
      reason,
    ],
    examples: [
      'waypost keys expire 4hjk29fmw0qz --at 14d --reason "asked for two more weeks"',
      'waypost keys expire 4hjk29fmw0qz --never --reason "built into parcel lockers"',
    ],
    exits: {
      1: 'the key does not exist, is revoked, or was rotated and would be extended; or the command failed',
    },
    load: async () => (await import('./change.ts')).expireKey,
  },
  'keys revoke': {
    description:
      'Revoke a key permanently. The gateway may accept it from its cache for up to a minute unless --now is given.',
    arguments: [keyIdArgument],
    options: [new Option('--now', "evict all keys from the gateway's cache"), reason],
    examples: [
      'waypost keys revoke 4hjk29fmw0qz',
      'waypost keys revoke 4hjk29fmw0qz --now --reason "found in a public repository"',
    ],
    exits: { 0: 'the key is revoked', 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./change.ts')).revokeKey,
  },
  'keys audit': {
    description: 'List changes to keys, oldest first. The list shows who made each change, when and why.',
    options: [
      clientOption('only keys of this client'),
      new Option('--key <key-id>', 'only this key').argParser(keyId),
      pastOption('--since <when>', 'only changes since a date, a date and time, or days ago (30d)'),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost keys audit --client "Parcel partner" --since 30d',
      'waypost keys audit --key 4hjk29fmw0qz --json',
    ],
    exits: { 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./view.ts')).auditKeys,
  },
  'keys sync': {
    description:
      "Reconcile API Gateway's own keys and plans with the clients' keys. A local stack has nothing to reconcile.",
    options: [new Option('--check', 'only report differences')],
    examples: ['waypost keys sync --stage prod --check', 'waypost keys sync --stage prod'],
    exits: {
      0: 'no differences remain',
      1: 'there are differences (--check) or unreadable keys, or the command failed',
    },
    load: async () => (await import('./sync.ts')).syncKeys,
  },
};
