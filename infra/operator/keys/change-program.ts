import { type Command, Option } from 'commander';
import { plans } from '../../../shared/domain/access/api-key.ts';
import { addStackOptions } from '../stack/stack-options.ts';
import { addKeyId, addReason, clientName, expiry, overlapOption, scopeOption } from './key-options.ts';

/** Loaded for the command that runs alone: all of them together take longer to load than most take to run. */
const commands = () => import('./change-keys.ts');

const issueExamples = `
A service opens all its parts: \`bill-management\` is :billers and :enquiries, \`locations-v3\` is :search and :export.
The key is printed on standard output and stored nowhere: only its digest is. One that could not be printed is revoked
at once, and the command ends with 1. On AWS the client is also made known to
the API's gateway, which lets through nobody it does not know; that may take a minute.

Examples:
  $ waypost keys issue --client "Parcel partner"
  $ waypost keys issue --client "Public site" --scope locations-v2 locations-v3:search --plan partner
  $ waypost keys issue --client "Parcel partner" --sandbox --reason "tries out its back-off"
  $ waypost keys issue --client "Parcel partner" --stage prod
  $ KEY=$(waypost keys issue --client "Load test" --plan unlimited --expires 7d)`;

/** Adds `keys issue`. */
export const addIssue = (keys: Command): Command =>
  addStackOptions(
    addReason(
      keys
        .command('issue')
        .summary('issue a key to a client')
        .description('Issues a key to a client and prints it, this once.')
        .requiredOption('--client <name>', 'who the key is for', clientName)
        .addOption(scopeOption())
        .addOption(
          new Option('--plan <plan>', 'how often the client may ask').choices(plans).default('standard'),
        )
        .option(
          '--expires <when>',
          'when it ends: an ISO 8601 date or date and time, or days such as 90d',
          expiry,
        )
        .option('--sandbox', 'its requests can be told to fail, for a client to try out what it does then'),
    ),
  )
    .addHelpText('after', issueExamples)
    .action(async (options) => (await commands()).issueKey(options));

const rotateExamples = `
The new key has the client, scopes and plan of the old one, and lives as long as that was given, unless --expires says
otherwise. It is printed on standard output, this once. Both are good until the overlap is over, and count as one client.
Where it could not be printed both stay: what is said then names the command that replaces it.

Examples:
  $ waypost keys rotate 4hjk29fmw0qz
  $ waypost keys rotate 4hjk29fmw0qz --overlap 0d --reason "found in a public repository"
  $ KEY=$(waypost keys rotate 4hjk29fmw0qz --overlap 12h --stage prod)

Exit status: 0 rotated, 1 no such key, or one that has ended or was rotated before.`;

/** Adds `keys rotate`. */
export const addRotate = (keys: Command): Command =>
  addStackOptions(
    addReason(
      addKeyId(
        keys
          .command('rotate')
          .summary('issue a successor for a key')
          .description('Issues a successor for a key, which ends when both have been good for a while.')
          .addOption(overlapOption())
          .option('--expires <when>', 'when the new key ends, where not as the old one', expiry),
      ),
    ),
  )
    .addHelpText('after', rotateExamples)
    .action(async (keyId, options) => (await commands()).rotateKey(keyId, options));

const expireExamples = `
Examples:
  $ waypost keys expire 4hjk29fmw0qz --at 2030-01-31
  $ waypost keys expire 4hjk29fmw0qz --at 14d --reason "asked for two weeks more"
  $ waypost keys expire 4hjk29fmw0qz --never

Exit status: 0 changed, 1 no such key, one that is revoked, or one that was rotated
and would be good for longer.`;

/** Adds `keys expire`. */
export const addExpire = (keys: Command): Command =>
  addStackOptions(
    addReason(
      addKeyId(
        keys
          .command('expire')
          .summary('give a key another end, or none')
          .description('Gives a key another end, or none. To end it at once: keys revoke.')
          .addOption(
            new Option('--at <when>', 'an ISO 8601 date or date and time, or days such as 90d')
              .argParser(expiry)
              .conflicts('never'),
          )
          .option('--never', 'it ends no more by itself'),
      ),
    ),
  )
    .addHelpText('after', expireExamples)
    .action(async (keyId, options) => (await commands()).expireKey(keyId, options));

const revokeExamples = `
Examples:
  $ waypost keys revoke 4hjk29fmw0qz
  $ waypost keys revoke 4hjk29fmw0qz --now --reason "found in a public repository"

Exit status: 0 revoked, 1 no such key.`;

/** Adds `keys revoke`. */
export const addRevoke = (keys: Command): Command =>
  addStackOptions(
    addReason(
      addKeyId(
        keys
          .command('revoke')
          .summary('revoke a key, for good')
          .description(
            'Revokes a key, for good. The gateway remembers keys for a while (a minute on AWS) unless told --now.',
          )
          .option('--now', 'have the gateway forget the keys that it has seen, and look each up anew'),
      ),
    ),
  )
    .addHelpText('after', revokeExamples)
    .action(async (keyId, options) => (await commands()).revokeKey(keyId, options));
