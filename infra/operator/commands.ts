import { Argument, Option } from 'commander';
import { importKinds } from '../../shared/data-access/importing/import-kinds.ts';
import { plans } from '../../shared/domain/access/api-key.ts';
import { browserGrant } from '../../shared/domain/access/browser-key.ts';
import { auditKinds } from '../../shared/domain/location/audit-finding.ts';
import { enquiryExportFormats } from '../../shared/wire/enquiries/enquiry-export.ts';
import type { CommandDefinition } from './command.ts';
import { completionCommand, shells } from './completion.ts';
import {
  auditLimit,
  clientOption,
  dateOption,
  emailOption,
  enquiryActionOption,
  enquirySelectionOptions,
  eraseAgainOption,
  erasureReasonOption,
  expiryOption,
  expiryOrNever,
  importFormats,
  keptVersionsLimit,
  keyId,
  keyIdArgument,
  keyStatusOption,
  locationArgument,
  locationChangeOptions,
  note,
  optionalReferencesArgument,
  originOption,
  overlap,
  pageOptions,
  pastTime,
  portOption,
  reasonOption,
  referenceNumber,
  referencesArgument,
  restoreKinds,
  scopeOption,
  untilOption,
  visibleReason,
  whereOption,
} from './options.ts';

const changeExits = {
  0: 'the locations are changed and published, or nothing had to change',
  1: 'a location does not exist, or was changed by somebody else in the meantime; or the command failed',
  4: 'the change is stored, but publishing was rejected because too much would be lost or changed',
} as const;

const importExits = {
  0: 'all lines were imported and published',
  1: 'the import or its publication failed',
  3: 'some lines are invalid; the others were imported and published',
  4: 'the lines were imported, but publishing was rejected because too much would be lost or changed',
} as const;

/** All commands, in the order of their help. */
export const commands: readonly CommandDefinition[] = [
  {
    name: 'import',
    description:
      'Import records of one kind from files, which are NDJSON or CSV, plain or gzip. Replaces all records of the kind unless --merge is given, and publishes those of the locations services. Holidays, availability, billers and bill types take effect without a publication.',
    arguments: [
      new Argument('<kind>', 'kind of records in the files').choices(importKinds),
      new Argument('<files...>', 'files to read (- for standard input)'),
    ],
    options: [
      new Option(
        '--format <format>',
        'format of the files (default: csv if a name ends in .csv or .csv.gz, otherwise ndjson)',
      ).choices(importFormats),
      new Option('--merge', 'add and replace records, but remove none'),
      new Option('--dry-run', 'check the files and report what would change, without writing anything'),
      new Option(
        '--force',
        'allow removing all records, importing after an interrupted import, and publishing large losses and changes',
      ),
      new Option('--no-wait', 'exit after the upload, and print the key of the uploaded file'),
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
    description: 'Follow the import of an uploaded file. Waits until it ends, then publishes the result.',
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
    description:
      'Publish the stored locations and services. They become one new version together, or not at all.',
    options: [
      new Option('--force', 'publish large losses and changes, or after an interrupted import'),
      new Option(
        '--wait',
        'wait for a running publication first, then until every function serves the new version',
      ),
    ],
    examples: ['waypost publish --wait', 'waypost publish --force --stage prod'],
    exits: {
      0: 'the stored records are published',
      1: 'they are not published',
      4: 'publishing was rejected because too much would be lost or changed',
    },
    load: async () => (await import('./publish/publish.ts')).publishCommand,
  },
  {
    name: 'rollback',
    description:
      'Publish the records of a kept version again, as a new version. Publications of the stored records are then held back until `waypost publish`, so that the records can be corrected first.',
    arguments: [new Argument('[version]', 'kept version, from --list')],
    options: [
      new Option('--list', 'list the kept versions, newest first'),
      keptVersionsLimit,
      new Option(
        '--reason <text>',
        'reason, shown by `waypost status` and when a publication is held back',
      ).argParser(visibleReason),
    ],
    examples: [
      'waypost rollback --list',
      'waypost rollback 20261121T005810123Z-4f2a9c --reason "import shifted the weekdays" --stage prod',
    ],
    exits: { 0: 'the records of that version are published', 1: 'they are not published' },
    load: async () => (await import('./publish/rollback.ts')).rollbackCommand,
  },
  {
    name: 'status',
    description:
      'Show what is published and whether publishing works. Includes the version being served, the last and next run, and problems that require action.',
    examples: ['waypost status', 'waypost status --json | jq .published.ageSeconds'],
    exits: { 0: 'no action is required', 1: 'action is required, or the command failed' },
    load: async () => (await import('./status.ts')).statusCommand,
  },
  {
    name: 'audit',
    description:
      'List locations whose records are probably wrong or incomplete. Checks holidays of the next 60 days, long and missing hours, positions, duplicates, and hours that nobody has confirmed for a year. Reads the stored records and changes nothing.',
    options: [new Option('--kind <kind>', 'only findings of this kind').choices(auditKinds), auditLimit],
    examples: ['waypost audit', 'waypost audit --kind holiday-hours --json --stage prod'],
    exits: { 0: 'the locations were audited, with or without findings' },
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'verify',
    description: 'Check every file of the published version against the manifest.',
    examples: ['waypost verify', "waypost verify --json | jq '.files[] | select(.difference)'"],
    exits: { 0: 'all files are intact', 1: 'a file is damaged, or nothing is published' },
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'locations',
    description:
      'Find, show and change locations by hand. A change overrides fields of the imported record until it is unset, and imports keep it.',
    examples: [
      'waypost locations show 310003_PO',
      'waypost locations close --where "type=PO&state=VIC" --on 2026-12-25 --reason "Christmas" --dry-run',
    ],
  },
  {
    name: 'locations find',
    description:
      'List stored locations that match filters, with the changes by hand. The filters are those of the list of version 3, and `state`.',
    options: [whereOption().makeOptionMandatory(), ...pageOptions(50)],
    examples: [
      'waypost locations find --where "type=PO&state=VIC,TAS"',
      'waypost locations find --where "near=Fitzroy VIC" --where radius=2 --json',
    ],
    load: async () => (await import('./locations/view.ts')).findLocations,
  },
  {
    name: 'locations show',
    description:
      'Show the imported record of a location, its changes by hand with who made them and why, and the result.',
    arguments: [locationArgument('<id>')],
    examples: ['waypost locations show 310003_PO', 'waypost locations show 310003_PO --json --stage prod'],
    exits: { 1: 'there is no such location, or the command failed' },
    load: async () => (await import('./locations/view.ts')).showLocation,
  },
  {
    name: 'locations close',
    description: 'Close locations on a day, or from one day to another. They open again by themselves.',
    arguments: [locationArgument('[id]')],
    options: [
      dateOption('--on <date>', 'first or only day').makeOptionMandatory(),
      dateOption('--to <date>', 'last day, inclusive (default: only one day)'),
      ...locationChangeOptions(),
    ],
    examples: [
      'waypost locations close 310003_PO --on 2026-12-24 --reason "burst pipe"',
      'waypost locations close --where "type=PO&state=VIC" --on 2026-12-25 --to 2026-12-26 --reason "Christmas" --dry-run',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).closeLocations,
  },
  {
    name: 'locations set',
    description:
      'Set fields of locations, such as phone_number=…, position=LAT,LON, address.suburb=…, hours=…, hours:DATE=… and service:CODE=…. Imports do not change them until they are unset.',
    arguments: [new Argument('<values...>', 'id of the location, unless --where is given, and name=value')],
    options: [untilOption, ...locationChangeOptions()],
    examples: [
      'waypost locations set 310003_PO "phone_number=(03) 5550 7211" --reason "new number"',
      'waypost locations set --where state=TAS "hours:2026-12-24=09:00-12:00" --reason "half day"',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).setLocations,
  },
  {
    name: 'locations unset',
    description: 'Drop changes by hand, so that the fields have their imported values again.',
    arguments: [
      new Argument('<fields...>', 'id of the location, unless --where is given, and names of fields'),
    ],
    options: locationChangeOptions(),
    examples: [
      'waypost locations unset 310003_PO phone_number --reason "corrected in the file"',
      'waypost locations unset 310003_PO removed --reason "open again"',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).unsetLocations,
  },
  {
    name: 'locations add',
    description: 'Add a location that no import has yet. If an import has it later, its record is used.',
    arguments: [new Argument('<file>', 'file with one record as in an import file (- for standard input)')],
    options: [untilOption, ...locationChangeOptions({ ofOne: true })],
    examples: [
      'waypost locations add new-office.json --reason "opens before the next file"',
      'waypost locations add stall.json --until 2027-01-31 --reason "summer stall"',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).addLocation,
  },
  {
    name: 'locations remove',
    description:
      'Remove locations from what is published, although imports have them. `unset` brings them back.',
    arguments: [locationArgument('[id]')],
    options: [untilOption, ...locationChangeOptions()],
    examples: [
      'waypost locations remove 310003_PO --reason "closed for good"',
      'waypost locations remove 310003_PO --until 2027-03-31 --reason "renovation" --dry-run',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).removeLocations,
  },
  {
    name: 'locations history',
    description:
      'List changes by hand, newest first: batches, or what changed at one location. They are kept for two years.',
    arguments: [locationArgument('[id]')],
    options: pageOptions(50),
    examples: ['waypost locations history', 'waypost locations history 310003_PO --json'],
    load: async () => (await import('./locations/view.ts')).showHistory,
  },
  {
    name: 'locations undo',
    description:
      'Take a batch of changes back. Locations that were changed again since are left alone, and named. An undo can be undone too.',
    arguments: [new Argument('<batch>', 'batch from the result of a change, or from `history`')],
    options: locationChangeOptions({ ofOne: true }),
    examples: [
      'waypost locations undo 20261121T005810123Z-4f2a9c --reason "wrong state"',
      'waypost locations undo 20261121T005810123Z-4f2a9c --reason "wrong state" --stage prod',
    ],
    exits: changeExits,
    load: async () => (await import('./locations/change.ts')).undoChange,
  },
  {
    name: 'enquiries',
    description: "List, show, find, export, close, reopen and erase customers' enquiries.",
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
    description: 'Show an enquiry in full, including personal data. Leaves an entry in the audit trail.',
    arguments: [
      new Argument(
        '<reference>',
        'reference number, in upper or lower case, with or without hyphens',
      ).argParser(referenceNumber),
    ],
    examples: ['waypost enquiries show 0CW6-V8PQ-1H0QS', 'waypost enquiries show ocw6v8pqlhoqs --json'],
    exits: { 1: 'no enquiry has this number, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).showEnquiry,
  },
  {
    name: 'enquiries find',
    description:
      "Find all of a person's enquiries by email address, in full, including test enquiries. Oldest first. Reads the whole table.",
    options: [emailOption, ...pageOptions(100)],
    examples: [
      'waypost enquiries find --email ada@example.org',
      'waypost enquiries find --email ada@example.org --json --stage prod > access-request.json',
    ],
    exits: {
      0: 'found, or there are none',
      1: 'an enquiry of the person cannot be read, or the command failed',
    },
    load: async () => (await import('./enquiries/personal-data.ts')).findEnquiries,
  },
  {
    name: 'enquiries export',
    description:
      'Write enquiries in full to a file, including personal data. Leaves an entry in the audit trail.',
    options: [
      ...enquirySelectionOptions('all'),
      new Option('--format <format>', 'format of the file').choices(enquiryExportFormats).default('csv'),
      new Option('--output <file>', 'file to write, readable only by you (default or -: standard output)'),
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
      'Close enquiries that have been dealt with. Records who closed them. Enquiries that are already closed stay as they are.',
    arguments: [referencesArgument],
    options: [
      new Option('--note <text>', 'how they were dealt with; deleted with the enquiry').argParser(note),
    ],
    examples: [
      'waypost enquiries close 0CW6-V8PQ-1H0QS --note "Paid twice; refunded on 21 November"',
      'waypost enquiries close 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all are closed', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).closeEnquiries,
  },
  {
    name: 'enquiries reopen',
    description: 'Reopen closed enquiries. Deletes the record of who closed them, and the note.',
    arguments: [referencesArgument],
    examples: [
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS',
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all are open', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries/enquiries.ts')).reopenEnquiries,
  },
  {
    name: 'enquiries erase',
    description:
      'Erase enquiries on request. They do not come back with a restore, and subscribers get an EnquiryErased. This cannot be undone.',
    arguments: [optionalReferencesArgument],
    options: [eraseAgainOption, erasureReasonOption],
    examples: [
      'waypost enquiries erase 0CW6-V8PQ-1H0QS --reason "erasure request 2026-118"',
      'waypost enquiries erase --again --reason "table restored on 21 November" --stage prod',
    ],
    exits: { 0: 'all are erased', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries/personal-data.ts')).eraseEnquiries,
  },
  {
    name: 'enquiries audit',
    description:
      'List who read or erased enquiries, oldest first. Each use of show, find, export and erase leaves an entry.',
    options: [
      enquiryActionOption,
      new Option('--since <when>', 'only entries since a date, a date and time, or days ago (30d)').argParser(
        pastTime,
      ),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost enquiries audit --since 30d',
      'waypost enquiries audit --action erased --json --stage prod',
    ],
    load: async () => (await import('./enquiries/personal-data.ts')).auditEnquiries,
  },
  {
    name: 'keys',
    description: "Issue, list, rotate and revoke clients' keys, and show their history.",
    examples: [
      'waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d',
      'waypost keys list',
    ],
  },
  {
    name: 'keys issue',
    description:
      'Issue a key to a client. The key is printed only once, because only its digest is stored. It expires after a ' +
      'year unless told otherwise. With --browser, issue a key that pages of the given websites may contain.',
    options: [
      clientOption('client that the key is for').makeOptionMandatory(),
      scopeOption,
      new Option('--plan <plan>', 'plan with the rate limit of the client')
        .choices(plans.filter((plan) => plan !== browserGrant.plan))
        .default('standard'),
      new Option(
        '--expires <when>',
        'when the key expires: a date, a date and time, days from now (90d), or never; later than the default, it needs --reason (default: 365d, with --sandbox 90d)',
      ).argParser(expiryOrNever),
      new Option(
        '--browser',
        'issue a public key for websites, which can only search locations of version 3',
      ).conflicts(['scope', 'plan']),
      originOption(
        '--origin <origin...>',
        'websites that may use a browser key, at most 20; with --sandbox also http://localhost with any port',
      ),
      new Option('--sandbox', 'issue a test key, which can simulate errors and find test records'),
      new Option('--same-client', 'issue a further key to a client that has or had keys'),
      reasonOption,
    ],
    examples: [
      'waypost keys issue --client "Public site" --scope locations-v2 locations-v3:search --plan partner',
      'waypost keys issue --client "Parcel partner" --browser --origin https://www.example.com --same-client',
    ],
    load: async () => (await import('./keys/change.ts')).issueKey,
  },
  {
    name: 'keys list',
    description: 'List keys by client with their scopes, plan, status, expiry and last use.',
    options: [
      clientOption('only keys of this client'),
      keyStatusOption,
      expiryOption(
        '--ending <when>',
        'only valid keys that expire until a date, a date and time, or in days (30d)',
      ),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost keys list --client "Parcel partner" --status ACTIVE',
      'waypost keys list --ending 30d --json',
    ],
    load: async () => (await import('./keys/view.ts')).listKeys,
  },
  {
    name: 'keys show',
    description: 'Show a key and its history. Includes its scopes, last use and successor.',
    arguments: [keyIdArgument],
    examples: ['waypost keys show 4hjk29fmw0qz', 'waypost keys show 4hjk29fmw0qz --json'],
    exits: { 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./keys/view.ts')).showKey,
  },
  {
    name: 'keys origins',
    description:
      'Change the websites that may use a browser key. The gateway may apply the old list for up to a minute.',
    arguments: [keyIdArgument],
    options: [
      originOption('--add <origin...>', 'websites to add'),
      originOption('--remove <origin...>', 'websites to remove'),
      reasonOption,
    ],
    examples: [
      'waypost keys origins 4hjk29fmw0qz --add https://shop.example.com',
      'waypost keys origins 4hjk29fmw0qz --remove https://old.example.com --stage prod',
    ],
    exits: { 1: 'the key does not exist, is revoked or has no origins, or the command failed' },
    load: async () => (await import('./keys/change.ts')).changeOrigins,
  },
  {
    name: 'keys portal',
    description:
      "Issue the key with which the locator of a stage's portal searches for visitors, and revoke the one that it replaces. It never expires, and works only on the portal's address. The portal serves it at once, without a deployment.",
    options: [reasonOption],
    examples: ['waypost keys portal --stage prod', 'waypost keys portal --stage dev --json'],
    load: async () => (await import('./keys/change.ts')).replacePortalKey,
  },
  {
    name: 'keys rotate',
    description:
      'Issue a successor of a key. It is printed only once. Both keys are valid until the overlap ends.',
    arguments: [keyIdArgument],
    options: [
      new Option('--overlap <time>', 'how long the old key stays valid, in days (7d) or hours (12h)')
        .default(overlap('7d'), '7d')
        .argParser(overlap),
      expiryOption(
        '--expires <when>',
        'when the new key expires (default: after the same lifetime as the old key)',
      ),
      reasonOption,
    ],
    examples: [
      'waypost keys rotate 4hjk29fmw0qz --overlap 0d --reason "found in a public repository"',
      'KEY=$(waypost keys rotate 4hjk29fmw0qz --overlap 12h --stage prod)',
    ],
    exits: { 1: 'the key does not exist, has ended or was already rotated, or the command failed' },
    load: async () => (await import('./keys/change.ts')).rotateKey,
  },
  {
    name: 'keys expire',
    description: 'Change when a key expires. To end it immediately, revoke it instead.',
    arguments: [keyIdArgument],
    options: [
      expiryOption('--at <when>', 'a date, a date and time, or days from now (90d)').conflicts('never'),
      new Option('--never', 'the key never expires; needs --reason'),
      reasonOption,
    ],
    examples: [
      'waypost keys expire 4hjk29fmw0qz --at 14d --reason "asked for two more weeks"',
      'waypost keys expire 4hjk29fmw0qz --never --reason "built into parcel lockers"',
    ],
    exits: {
      1: 'the key does not exist, is revoked, or was rotated and would be extended; or the command failed',
    },
    load: async () => (await import('./keys/change.ts')).expireKey,
  },
  {
    name: 'keys revoke',
    description:
      'Revoke a key permanently. The gateway may accept it from its cache for up to a minute unless --now is given.',
    arguments: [keyIdArgument],
    options: [new Option('--now', "evict all keys from the gateway's cache"), reasonOption],
    examples: [
      'waypost keys revoke 4hjk29fmw0qz',
      'waypost keys revoke 4hjk29fmw0qz --now --reason "found in a public repository"',
    ],
    exits: { 0: 'the key is revoked', 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./keys/change.ts')).revokeKey,
  },
  {
    name: 'keys audit',
    description: 'List changes to keys, oldest first. Shows who made each change, when and why.',
    options: [
      clientOption('only keys of this client'),
      new Option('--key <key-id>', 'only this key').argParser(keyId),
      new Option('--since <when>', 'only changes since a date, a date and time, or days ago (30d)').argParser(
        pastTime,
      ),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost keys audit --client "Parcel partner" --since 30d',
      'waypost keys audit --key 4hjk29fmw0qz --json',
    ],
    exits: { 1: 'no key has this id, or the command failed' },
    load: async () => (await import('./keys/view.ts')).auditKeys,
  },
  {
    name: 'keys sync',
    description:
      "Reconcile API Gateway's own keys and plans with clients' keys. A local stack has nothing to reconcile.",
    options: [new Option('--check', 'only report differences')],
    examples: ['waypost keys sync --stage prod --check', 'waypost keys sync --stage prod'],
    exits: {
      0: 'no differences remain',
      1: 'there are differences (--check) or unreadable keys, or the command failed',
    },
    load: async () => (await import('./keys/sync.ts')).syncKeys,
  },
  {
    name: 'console',
    description:
      'Open the console in the browser: what is published and needs action, imports, and locations. It runs on this machine until Ctrl-C, with your own credentials, and nothing is deployed.',
    options: [portOption, new Option('--no-open', 'only print the link')],
    examples: ['waypost console', 'waypost console --stage prod --no-open'],
    exits: { 1: 'the stack cannot be reached, or the port is in use' },
    load: async () => (await import('../console/console.ts')).consoleCommand,
  },
  {
    name: 'redrive',
    description: 'Retry the dead letters of a local stack. They are deleted after 14 days.',
    options: [new Option('--discard', 'delete the dead letters instead')],
    examples: ['waypost redrive', 'waypost redrive --discard'],
    load: async () => (await import('./dead-letters.ts')).redriveCommand,
  },
  {
    name: 'restore',
    description:
      "Copy missing items from a table that was restored to a point in time. Items that the stack's own table already has are left alone unless --overwrite is given, and no items are removed.",
    arguments: [new Argument('<kind>', 'kind of items in the table').choices(restoreKinds)],
    options: [
      new Option('--from-table <name>', 'name of the restored table').makeOptionMandatory(),
      new Option('--overwrite', 'also replace items that differ'),
      new Option('--dry-run', 'count missing and differing items, without writing anything'),
    ],
    examples: [
      'waypost restore enquiries --from-table Waypost-Prod-Restored --dry-run',
      'waypost restore enquiries --from-table Waypost-Prod-Restored --stage prod',
    ],
    exits: { 0: 'all items to copy were copied' },
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'completion',
    description: 'Print a shell completion script for waypost.',
    arguments: [new Argument('<shell>', 'your shell').choices(shells)],
    onStack: false,
    examples: ['eval "$(waypost completion bash)"', 'waypost completion fish | source'],
    load: async () => completionCommand,
  },
];
