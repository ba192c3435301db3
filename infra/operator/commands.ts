import { Argument, Option } from 'commander';
import { importKinds } from '../../shared/data-access/importing/import-kinds.ts';
import { auditKinds } from '../../shared/domain/location/audit-finding.ts';
import type { Commands } from './command.ts';
import { completionCommand, shells } from './completion.ts';
import { enquiryCommands } from './enquiries/commands.ts';
import type { ImportFormat } from './import/csv.ts';
import { keyCommands } from './keys/commands.ts';
import { locationCommands } from './locations/commands.ts';
import { limitOption, reasonOption, wholeNumber } from './options.ts';
import type { RestoreKind } from './restore.ts';

const restoreKinds: readonly RestoreKind[] = [
  'enquiries',
  'keys',
  'billers',
  'locations',
  'location-changes',
  'capabilities',
];

const importExits = {
  0: 'all lines were imported and published',
  1: 'the import or its publication failed',
  3: 'some lines are invalid; the others were imported and published',
  4: 'the lines were imported, but publishing was rejected because too much would be lost or changed',
} as const;

/** All commands by their full names, such as `keys issue`, in the order of their help. */
export const commands: Commands = {
  import: {
    description:
      'Import records of one kind from NDJSON or CSV files, plain or gzip. All records of the kind are replaced unless --merge is given. Records of the locations services are then published; holidays, availability, billers and bill types take effect without a publication.',
    arguments: [
      new Argument('<kind>', 'kind of records in the files').choices(importKinds),
      new Argument('<files...>', 'files to read (- for standard input)'),
    ],
    options: [
      new Option(
        '--format <format>',
        'format of the files (default: csv if a name ends in .csv or .csv.gz, otherwise ndjson)',
      ).choices(['ndjson', 'csv'] satisfies readonly ImportFormat[]),
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
  'import follow': {
    description: 'Follow the import of an uploaded file: wait until it finishes, then publish the result.',
    arguments: [new Argument('<key>', 'key of the file in the import bucket')],
    examples: [
      'waypost import follow locations/20261121T005810123Z-locations.ndjson.gz',
      'waypost import follow locations/spring.ndjson.gz --stage prod',
    ],
    exits: importExits,
    load: async () => (await import('./import/follow.ts')).followCommand,
  },
  publish: {
    description:
      'Publish the stored locations and services. They are published together as one new version, or not at all.',
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
      1: 'the stored records are not published',
      4: 'publishing was rejected because too much would be lost or changed',
    },
    load: async () => (await import('./publish/publish.ts')).publishCommand,
  },
  rollback: {
    description:
      'Publish the records of a kept version again, as a new version. Publications of the stored records are then held back until `waypost publish`, so that the records can be corrected first.',
    arguments: [new Argument('[version]', 'kept version, from --list')],
    options: [
      new Option('--list', 'list the kept versions, newest first'),
      limitOption('maximum number of versions to list').default(20),
      reasonOption('reason, shown by `waypost status` and when a publication is held back'),
    ],
    examples: [
      'waypost rollback --list',
      'waypost rollback 20261121T005810123Z-4f2a9c --reason "import shifted the weekdays" --stage prod',
    ],
    exits: { 0: 'the records of that version are published', 1: 'the records are not published' },
    load: async () => (await import('./publish/rollback.ts')).rollbackCommand,
  },
  status: {
    description:
      'Show what is published and whether publishing works. The output includes the version being served, the last and next run, and problems that require action.',
    examples: ['waypost status', 'waypost status --json | jq .published.ageSeconds'],
    exits: { 0: 'no action is required', 1: 'action is required, or the command failed' },
    load: async () => (await import('./status.ts')).statusCommand,
  },
  audit: {
    description:
      'List locations whose records are probably wrong or incomplete. The audit checks holidays in the next 60 days, long and missing hours, positions, duplicates, and hours that nobody has confirmed for a year. It reads the stored records and changes nothing.',
    options: [
      new Option('--kind <kind>', 'only findings of this kind').choices(auditKinds),
      limitOption('maximum number of findings of each kind to print').default(10),
    ],
    examples: ['waypost audit', 'waypost audit --kind holiday-hours --json --stage prod'],
    exits: { 0: 'the locations were audited, with or without findings' },
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  verify: {
    description: "Check every file of the published version, and the portal's map, against the manifest.",
    examples: ['waypost verify', "waypost verify --json | jq '.files[] | select(.difference)'"],
    exits: {
      0: 'all files are intact',
      1: "a file is damaged, the portal's map is outdated, or nothing is published",
    },
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  ...locationCommands,
  ...enquiryCommands,
  ...keyCommands,
  console: {
    description:
      'Open the console in the browser, with pages for the status, imports and locations. It runs on this machine with your own credentials until Ctrl-C; nothing is deployed.',
    options: [
      new Option('--port <number>', 'port on this machine (default: any free port)')
        .default(0)
        .argParser(wholeNumber(0, 65_535)),
      new Option('--no-open', 'only print the link'),
    ],
    examples: ['waypost console', 'waypost console --stage prod --no-open'],
    exits: { 1: 'the stack cannot be reached, or the port is in use' },
    load: async () => (await import('../console/console.ts')).consoleCommand,
  },
  redrive: {
    description: 'Retry the dead letters of a local stack. Dead letters are deleted after 14 days.',
    options: [new Option('--discard', 'delete the dead letters instead')],
    examples: ['waypost redrive', 'waypost redrive --discard'],
    load: async () => (await import('./dead-letters.ts')).redriveCommand,
  },
  restore: {
    description:
      "Copy missing items from a table that was restored to a point in time. Items that already exist in the stack's own table are kept unless --overwrite is given, and no items are removed.",
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
    exits: { 0: 'all items that had to be copied were copied' },
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  completion: {
    description: 'Print a shell completion script for waypost.',
    arguments: [new Argument('<shell>', 'your shell').choices(shells)],
    onStack: false,
    examples: ['eval "$(waypost completion bash)"', 'waypost completion fish | source'],
    load: async () => completionCommand,
  },
};
