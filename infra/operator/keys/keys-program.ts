import { type Command, InvalidArgumentError, Option } from 'commander';
import { plans, scopes } from '../../../shared/domain/access/api-key.ts';
import { addStackOptions } from '../stack/stack-options.ts';
import { parseExpiry } from './expiry.ts';
import { issueKey, listKeys, revokeKey } from './keys-command.ts';
import { addSync } from './sync/sync-program.ts';

const issueExamples = `
The key is printed on standard output and stored nowhere: only its digest is. On AWS the client is also made known to
the API's gateway, which lets through nobody it does not know; that may take a minute.

Examples:
  $ waypost keys issue --client "Parcel partner"
  $ waypost keys issue --client "Public site" --scope locations-v2 locations-v3 --plan partner
  $ waypost keys issue --client "Parcel partner" --stage prod
  $ KEY=$(waypost keys issue --client "Load test" --plan unlimited --expires 7d)`;

const listExamples = `
Examples:
  $ waypost keys list
  $ waypost keys list --json`;

const revokeExamples = `
Examples:
  $ waypost keys revoke 4hjk29fmw0qz

Exit status: 0 revoked, 1 no such key.`;

const keysExamples = `
Examples:
  $ waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d
  $ waypost keys list
  $ waypost keys revoke 4hjk29fmw0qz`;

const clientName = (text: string): string => {
  const name = text.trim();
  if (name.length === 0 || name.length > 120)
    throw new InvalidArgumentError('Expected a name of 1 to 120 characters.');
  return name;
};

const expiry = (text: string): string => {
  try {
    return parseExpiry(text, new Date());
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
};

const addIssue = (keys: Command) =>
  addStackOptions(
    keys
      .command('issue')
      .description('Issues a key to a client and prints it, this once.')
      .requiredOption('--client <name>', 'who the key is for', clientName)
      .addOption(
        new Option('--scope <scope...>', 'services it opens').choices(scopes).default([...scopes], 'all'),
      )
      .addOption(
        new Option('--plan <plan>', 'how often the client may ask').choices(plans).default('standard'),
      )
      .option(
        '--expires <when>',
        'when it ends: an ISO 8601 date or date and time, or days such as 90d',
        expiry,
      ),
  )
    .addHelpText('after', issueExamples)
    .action(issueKey);

const addList = (keys: Command) =>
  addStackOptions(
    keys
      .command('list')
      .description('Lists all keys: id, client, scopes, plan, status, and when they were made and expire.')
      .option('--json', 'print one JSON array'),
  )
    .addHelpText('after', listExamples)
    .action(listKeys);

const addRevoke = (keys: Command) =>
  addStackOptions(
    keys
      .command('revoke')
      .description(
        'Revokes a key. Within the time that the gateway remembers keys it opens nothing any more.',
      )
      .argument('<key-id>', 'id of the key, as the list shows it; not the key itself'),
  )
    .addHelpText('after', revokeExamples)
    .action(revokeKey);

/** Adds `keys` with its commands; `finish` is told the exit status. */
export const addKeysCommand = (program: Command, finish: (status: number) => void): void => {
  const keys = program
    .command('keys')
    .description('issue, list and revoke the keys of clients')
    .addHelpText('after', keysExamples);
  addIssue(keys);
  addList(keys);
  addRevoke(keys);
  addSync(keys, finish);
};
