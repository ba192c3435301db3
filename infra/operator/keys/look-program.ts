import type { Command } from 'commander';
import { addStackOptions } from '../stack/stack-options.ts';
import { addKeyId, clientName, keyIdOf, since } from './key-options.ts';
import { statusOption } from './status-option.ts';

/** Loaded for the command that runs alone: all of them together take longer to load than most take to run. */
const commands = () => import('./look-at-keys.ts');

const listExamples = `
Examples:
  $ waypost keys list
  $ waypost keys list --client "Parcel partner" --status ACTIVE
  $ waypost keys list --json`;

/** Adds `keys list`. */
export const addList = (keys: Command): Command =>
  addStackOptions(
    keys
      .command('list')
      .summary('list keys, with what they open and how they stand')
      .description(
        'Lists keys: id, client, scopes, plan, status, when they were made, end and were last used.',
      )
      .option('--client <name>', 'those of this client alone', clientName)
      .addOption(statusOption())
      .option('--json', 'print one JSON array'),
  )
    .addHelpText('after', listExamples)
    .action(async (options) => (await commands()).listKeys(options));

const showExamples = `
Examples:
  $ waypost keys show 4hjk29fmw0qz
  $ waypost keys show 4hjk29fmw0qz --json

Exit status: 0 shown, 1 no such key.`;

/** Adds `keys show`. */
export const addShow = (keys: Command): Command =>
  addStackOptions(
    addKeyId(
      keys
        .command('show')
        .summary('show one key, with what became of it')
        .description('Shows one key: what it opens, when it was used, its successor, and what became of it.')
        .option('--json', 'print one JSON object'),
    ),
  )
    .addHelpText('after', showExamples)
    .action(async (keyId, options) => (await commands()).showKey(keyId, options));

const auditExamples = `
Entries are only ever added: on AWS the table refuses to change or remove one.

Examples:
  $ waypost keys audit
  $ waypost keys audit --client "Parcel partner" --since 30d
  $ waypost keys audit --key 4hjk29fmw0qz --json

Exit status: 0 listed, 1 no such key.`;

/** Adds `keys audit`. */
export const addAudit = (keys: Command): Command =>
  addStackOptions(
    keys
      .command('audit')
      .summary('list what was done to keys')
      .description('Lists what was done to keys, oldest first: who did it, when and why.')
      .option('--client <name>', 'to keys of this client alone', clientName)
      .option('--key <key-id>', 'to this key alone', keyIdOf)
      .option(
        '--since <when>',
        'from then on: an ISO 8601 date or date and time, or days ago, such as 30d',
        since,
      )
      .option('--json', 'print one JSON array'),
  )
    .addHelpText('after', auditExamples)
    .action(async (options) => (await commands()).auditKeys(options));
