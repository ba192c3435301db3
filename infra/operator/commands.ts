import { Argument, Option } from 'commander';
import { importKinds } from '../../shared/data-access/importing/record-kinds.ts';
import { plans } from '../../shared/domain/access/api-key.ts';
import { enquiryExportFormats } from '../../shared/wire/enquiries/enquiry-export.ts';
import type { CommandDefinition } from './command.ts';
import { completionCommand, shells } from './completion.ts';
import {
  clientOption,
  enquirySelectionOptions,
  expiryOption,
  keyId,
  keyIdArgument,
  keyStatusOption,
  note,
  overlap,
  pageOptions,
  pastMoment,
  reasonOption,
  referenceNumber,
  referencesArgument,
  restoreKinds,
  scopeOption,
} from './options.ts';

const importExits = {
  0: 'all lines are imported and published',
  1: 'the import or its publication failed',
  3: 'some lines are bad; all others are imported and published',
  4: 'the lines are imported, but publishing them was refused as implausible',
} as const;

/** All commands, in the order of their help. */
export const commands: readonly CommandDefinition[] = [
  {
    name: 'import',
    description:
      'Import locations, services, billers or bill types from files. Reads NDJSON, plain or gzip, and publishes locations and services. A replacement removes the records that no file names.',
    arguments: [
      new Argument('<kind>', 'what the files contain').choices(importKinds),
      new Argument('<files...>', 'files to read, - for standard input'),
    ],
    options: [
      new Option('--merge', 'only add and replace records, remove none'),
      new Option('--dry-run', 'check the files and report what would change; write nothing'),
      new Option(
        '--force',
        'remove everything if no line is valid, ignore an import that stopped halfway, publish a large loss',
      ),
      new Option('--no-wait', 'end when the files are uploaded, and print their key'),
    ],
    examples: [
      'waypost import locations north.ndjson.gz south.ndjson.gz',
      'zcat changes.gz | waypost import billers --merge -',
    ],
    exits: importExits,
    load: async () => (await import('./import/import.ts')).importCommand,
  },
  {
    name: 'import follow',
    description:
      'Follow the import of a file that was uploaded. Waits for its end, and publishes the result.',
    arguments: [new Argument('<key>', 'key of the file in the import bucket')],
    examples: [
      'waypost import follow locations/20261121T005810123Z-locations.ndjson.gz',
      'waypost import follow locations/spring.ndjson.gz --stage prod',
    ],
    exits: importExits,
    load: async () => (await import('./import/follow.ts')).followCommand,
  },
  {
    name: 'publish',
    description: 'Publish what is stored now. All locations and services get a new version, or none does.',
    options: [
      new Option('--force', 'publish an implausible network or an import that stopped halfway'),
      new Option('--wait', 'wait for another publication to end, and until every function serves this one'),
    ],
    examples: ['waypost publish --wait', 'waypost publish --force --stage prod'],
    exits: {
      0: 'the newest is published',
      1: 'it is not published',
      4: 'publishing was refused as implausible',
    },
    load: async () => (await import('./publish/publish.ts')).publishCommand,
  },
  {
    name: 'status',
    description:
      'Show what is published, and whether publishing works. This includes what is served, the last and next run, and what requires action.',
    examples: ['waypost status', 'waypost status --json | jq .published.ageSeconds'],
    exits: { 0: 'all is well', 1: 'something requires action, or the command failed' },
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'verify',
    description: 'Check every file of the published version against the manifest.',
    examples: ['waypost verify', "waypost verify --json | jq '.files[] | select(.difference)'"],
    exits: { 0: 'all files are whole', 1: 'a file is not whole, or nothing is published' },
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'enquiries',
    description: 'List, show, export and close the enquiries of customers.',
    examples: ['waypost enquiries list', 'waypost enquiries show 0CW6-V8PQ-1H0QS'],
  },
  {
    name: 'enquiries list',
    description: 'List enquiries, oldest first, without personal data.',
    options: [...enquirySelectionOptions('open'), ...pageOptions(50)],
    examples: ['waypost enquiries list', 'waypost enquiries list --stage prod --since 7d --status all'],
    load: async () => (await import('./enquiries/enquiries.ts')).listEnquiries,
  },
  {
    name: 'enquiries show',
    description: 'Show an enquiry with all that its sender wrote. That is personal data.',
    arguments: [
      new Argument('<reference>', 'reference number, as it was read out or written down').argParser(
        referenceNumber,
      ),
    ],
    examples: ['waypost enquiries show 0CW6-V8PQ-1H0QS', 'waypost enquiries show ocw6v8pqlhoqs --json'],
    exits: { 1: 'there is no such enquiry, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).showEnquiry,
  },
  {
    name: 'enquiries export',
    description: 'Write enquiries to a file, with all of their text. That is personal data.',
    options: [
      ...enquirySelectionOptions('all'),
      new Option('--format <format>', 'format of the file').choices(enquiryExportFormats).default('csv'),
      new Option('--output <file>', 'file that only its owner can read (default: standard output, or -)'),
    ],
    examples: [
      'waypost enquiries export --status open --output open.csv',
      'waypost enquiries export --since 2026-11-01 --format ndjson | gzip > november.ndjson.gz',
    ],
    load: async () => (await import('./enquiries/export.ts')).exportEnquiries,
  },
  {
    name: 'enquiries close',
    description:
      'Close enquiries that are dealt with. Who closed them is recorded. Closed ones stay as they are.',
    arguments: [referencesArgument],
    options: [new Option('--note <text>', 'what was done; deleted with the enquiry').argParser(note)],
    examples: [
      'waypost enquiries close 0CW6-V8PQ-1H0QS --note "Paid twice; refunded on 21 November"',
      'waypost enquiries close 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all are closed', 1: 'one does not exist, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).closeEnquiries,
  },
  {
    name: 'enquiries reopen',
    description: 'Reopen closed enquiries. Deletes the record of who closed them, with the note.',
    arguments: [referencesArgument],
    examples: [
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS',
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all are open', 1: 'one does not exist, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).reopenEnquiries,
  },
  {
    name: 'keys',
    description: "Issue, list, rotate and revoke clients' keys, and see their history.",
    examples: ['waypost keys issue --client "Parcel partner" --expires 90d', 'waypost keys list'],
  },
  {
    name: 'keys issue',
    description: 'Issue a key to a client. It is printed only once, because only its digest is stored.',
    options: [
      clientOption('who the key is for').makeOptionMandatory(),
      scopeOption,
      new Option('--plan <plan>', 'how often the client may send requests')
        .choices(plans)
        .default('standard'),
      expiryOption('--expires <when>', 'when it expires: a date, a date and time, or days from now (90d)'),
      new Option('--sandbox', 'a key for tests, whose requests can ask for errors'),
      reasonOption,
    ],
    examples: [
      'waypost keys issue --client "Public site" --scope locations-v2 locations-v3:search --plan partner',
      'KEY=$(waypost keys issue --client "Load test" --plan unlimited --expires 7d)',
    ],
    load: async () => (await import('./keys/change.ts')).issueKey,
  },
  {
    name: 'keys list',
    description: 'List keys by client with their scopes, plan, status, expiry and last use.',
    options: [clientOption('only keys of this client'), keyStatusOption, ...pageOptions(1_000)],
    examples: ['waypost keys list --client "Parcel partner" --status ACTIVE', 'waypost keys list --json'],
    load: async () => (await import('./keys/look.ts')).listKeys,
  },
  {
    name: 'keys show',
    description: 'Show a key with its history. This includes its scopes, its use and its successor.',
    arguments: [keyIdArgument],
    examples: ['waypost keys show 4hjk29fmw0qz', 'waypost keys show 4hjk29fmw0qz --json'],
    exits: { 1: 'there is no such key, or the command failed' },
    load: async () => (await import('./keys/look.ts')).showKey,
  },
  {
    name: 'keys rotate',
    description:
      'Issue a successor for a key. It is printed only once. Both are valid until the overlap ends.',
    arguments: [keyIdArgument],
    options: [
      new Option('--overlap <time>', 'how long the old key stays valid: days such as 7d, hours such as 12h')
        .default(overlap('7d'), '7d')
        .argParser(overlap),
      expiryOption('--expires <when>', 'when the new key expires (default: the lifetime of the old one)'),
      reasonOption,
    ],
    examples: [
      'waypost keys rotate 4hjk29fmw0qz --overlap 0d --reason "found in a public repository"',
      'KEY=$(waypost keys rotate 4hjk29fmw0qz --overlap 12h --stage prod)',
    ],
    exits: { 1: 'there is no such key, it has ended or was rotated before, or the command failed' },
    load: async () => (await import('./keys/change.ts')).rotateKey,
  },
  {
    name: 'keys expire',
    description: 'Change when a key expires. To end it at once, revoke it.',
    arguments: [keyIdArgument],
    options: [
      expiryOption('--at <when>', 'a date, a date and time, or days from now (90d)').conflicts('never'),
      new Option('--never', 'it does not expire'),
      reasonOption,
    ],
    examples: [
      'waypost keys expire 4hjk29fmw0qz --at 14d --reason "asked for two more weeks"',
      'waypost keys expire 4hjk29fmw0qz --never',
    ],
    exits: {
      1: 'there is no such key, it is revoked, it was rotated and would live longer, or the command failed',
    },
    load: async () => (await import('./keys/change.ts')).expireKey,
  },
  {
    name: 'keys revoke',
    description:
      'Revoke a key, which is final. The gateway caches keys for a while (a minute on AWS) unless --now is given.',
    arguments: [keyIdArgument],
    options: [new Option('--now', 'evict the keys that the gateway has cached'), reasonOption],
    examples: [
      'waypost keys revoke 4hjk29fmw0qz',
      'waypost keys revoke 4hjk29fmw0qz --now --reason "found in a public repository"',
    ],
    exits: { 0: 'revoked, now or before', 1: 'there is no such key, or the command failed' },
    load: async () => (await import('./keys/change.ts')).revokeKey,
  },
  {
    name: 'keys audit',
    description: 'List what was done to keys, oldest first. Says who did it, when and why.',
    options: [
      clientOption('only keys of this client'),
      new Option('--key <key-id>', 'only this key').argParser(keyId),
      new Option('--since <when>', 'then or later: a date, a date and time, or days ago (30d)').argParser(
        pastMoment,
      ),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost keys audit --client "Parcel partner" --since 30d',
      'waypost keys audit --key 4hjk29fmw0qz --json',
    ],
    exits: { 1: 'there is no such key, or the command failed' },
    load: async () => (await import('./keys/look.ts')).auditKeys,
  },
  {
    name: 'keys sync',
    description:
      "Reconcile API Gateway's own keys and plans with clients' keys. A local stack has nothing to reconcile.",
    options: [new Option('--check', 'only report differences')],
    examples: ['waypost keys sync --stage prod --check', 'waypost keys sync --stage prod'],
    exits: {
      0: 'no difference is left',
      1: 'there are differences (--check) or unreadable keys, or the command failed',
    },
    load: async () => (await import('./keys/sync.ts')).syncKeys,
  },
  {
    name: 'redrive',
    description: 'Retry events that a local stack has given up. They are deleted after 14 days.',
    options: [new Option('--discard', 'delete the events instead')],
    examples: ['waypost redrive', 'waypost redrive --discard'],
    load: async () => (await import('./redrive.ts')).redriveCommand,
  },
  {
    name: 'restore',
    description:
      "Copy missing items from a table that was restored to a point in time. Only items that the stack's own table does not have are copied, and none is removed.",
    arguments: [new Argument('<kind>', 'what the table contains').choices(restoreKinds)],
    options: [
      new Option('--from-table <name>', 'table that was restored').makeOptionMandatory(),
      new Option('--overwrite', 'replace items that differ with the restored ones'),
      new Option('--dry-run', 'count what is missing and what differs; write nothing'),
    ],
    examples: [
      'waypost restore enquiries --from-table waypost-restored --dry-run',
      'waypost restore enquiries --from-table waypost-restored --stage prod',
    ],
    exits: { 0: 'all that was to be copied is copied' },
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'completion',
    description: 'Print a script that completes command lines of waypost in a shell.',
    arguments: [new Argument('<shell>', 'the shell').choices(shells)],
    onStack: false,
    examples: ['eval "$(waypost completion bash)"', 'waypost completion fish | source'],
    load: async () => completionCommand,
  },
];
