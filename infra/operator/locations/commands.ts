import { Argument, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { dayMilliseconds } from '../../../shared/domain/location/hours/calendar.ts';
import type { Commands } from '../command.ts';
import { pageOptions, reasonOption } from '../options.ts';

const changeExits = {
  0: 'the locations are changed and published, or nothing had to change',
  1: 'a location does not exist, or was changed by someone else in the meantime; or the command failed',
  4: 'the change is stored, but publishing was rejected because too much would be lost or changed',
} as const;

const idArgument = (name: string) => new Argument(name, 'id of the location, such as 310003_PO');

const whereOption = () =>
  new Option(
    '--where <filter>',
    'filters of the v3 search, or `state`, as a query string; can be repeated',
  ).argParser((text: string, previous: readonly string[] = []) => [...previous, text]);

const dateOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text: string): string => {
    if (!z.iso.date().safeParse(text).success)
      throw new InvalidArgumentError('Expected a date such as 2026-12-24.');
    // The day ends last in the time zone 12 hours behind UTC.
    if (Date.parse(text) + 1.5 * dayMilliseconds > Date.now()) return text;
    throw new InvalidArgumentError(`${text} has already passed.`);
  });

const untilOption = dateOption(
  '--until <date>',
  "last day of the change, in each location's time zone (default: until it is unset)",
);

/** Options for changing one location. */
const changeOptions = [
  reasonOption('reason, kept in the history; do not include personal data'),
  new Option('--dry-run', 'show what would change, without changing anything'),
];

/** Options for changing one location, or all that match a filter. */
const bulkOptions = [whereOption(), ...changeOptions];

export const locationCommands: Commands = {
  locations: {
    description:
      'Find, show and manually change locations. A change overrides fields of the imported record until the change is unset, even if later imports replace the record.',
    examples: [
      'waypost locations show 310003_PO',
      'waypost locations close --where "type=PO&state=VIC" --on 2026-12-25 --reason "Christmas" --dry-run',
    ],
  },
  'locations find': {
    description:
      'List stored locations that match filters, with their manual changes applied. The filters are those of the v3 search, and `state`.',
    options: [whereOption().makeOptionMandatory(), ...pageOptions(50)],
    examples: [
      'waypost locations find --where "type=PO&state=VIC,TAS"',
      'waypost locations find --where "near=Fitzroy VIC" --where radius=2 --json',
    ],
    load: async () => (await import('./view.ts')).findLocations,
  },
  'locations show': {
    description:
      "Show a location's imported record, its manual changes (who made them and why), and the resulting record.",
    arguments: [idArgument('<id>')],
    examples: ['waypost locations show 310003_PO', 'waypost locations show 310003_PO --json --stage prod'],
    exits: { 1: 'there is no such location, or the command failed' },
    load: async () => (await import('./view.ts')).showLocation,
  },
  'locations close': {
    description: 'Close locations on a day, or from one day to another. They reopen automatically.',
    arguments: [idArgument('[id]')],
    options: [
      dateOption('--on <date>', 'first or only day').makeOptionMandatory(),
      dateOption('--to <date>', 'last day, inclusive (default: only one day)'),
      ...bulkOptions,
    ],
    examples: [
      'waypost locations close 310003_PO --on 2026-12-24 --reason "burst pipe"',
      'waypost locations close --where "type=PO&state=VIC" --on 2026-12-25 --to 2026-12-26 --reason "Christmas" --dry-run',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).closeLocations,
  },
  'locations set': {
    description:
      'Set fields of locations, such as phone_number=…, position=LAT,LON, address.suburb=…, hours=…, hours:DATE=… and service:CODE=…. The values override imported values until the fields are unset.',
    arguments: [new Argument('<values...>', 'id of the location (omit it with --where), then name=value')],
    options: [untilOption, ...bulkOptions],
    examples: [
      'waypost locations set 310003_PO "phone_number=(03) 5550 7211" --reason "new number"',
      'waypost locations set --where state=TAS "hours:2026-12-24=09:00-12:00" --reason "half day"',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).setLocations,
  },
  'locations unset': {
    description: 'Remove manual changes and restore the imported values.',
    arguments: [new Argument('<fields...>', 'id of the location (omit it with --where), then field names')],
    options: bulkOptions,
    examples: [
      'waypost locations unset 310003_PO phone_number --reason "corrected in the file"',
      'waypost locations unset 310003_PO removed --reason "open again"',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).unsetLocations,
  },
  'locations add': {
    description:
      'Add a location that no import contains yet. If a later import contains it, the imported record is used.',
    arguments: [new Argument('<file>', 'file with one record as in an import file (- for standard input)')],
    options: [untilOption, ...changeOptions],
    examples: [
      'waypost locations add new-office.json --reason "opens before the next file"',
      'waypost locations add stall.json --until 2027-01-31 --reason "summer stall"',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).addLocation,
  },
  'locations remove': {
    description: 'Stop publishing locations even if imports contain them. `unset` restores them.',
    arguments: [idArgument('[id]')],
    options: [untilOption, ...bulkOptions],
    examples: [
      'waypost locations remove 310003_PO --reason "closed for good"',
      'waypost locations remove 310003_PO --until 2027-03-31 --reason "renovation" --dry-run',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).removeLocations,
  },
  'locations history': {
    description:
      'List manual changes, newest first: all batches, or the changes to one location. The history is kept for two years.',
    arguments: [idArgument('[id]')],
    options: pageOptions(50),
    examples: ['waypost locations history', 'waypost locations history 310003_PO --json'],
    load: async () => (await import('./view.ts')).showHistory,
  },
  'locations undo': {
    description:
      'Undo a batch of changes. Locations that have been changed since are skipped and listed. An undo can itself be undone.',
    arguments: [new Argument('<batch>', 'id of the batch, from the output of the change or of `history`')],
    options: changeOptions,
    examples: [
      'waypost locations undo 20261121T005810123Z-4f2a9c --reason "wrong state"',
      'waypost locations undo 20261121T005810123Z-4f2a9c --reason "wrong state" --stage prod',
    ],
    exits: changeExits,
    load: async () => (await import('./change.ts')).undoChange,
  },
};
