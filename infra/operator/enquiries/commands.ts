import { Argument, InvalidArgumentError, Option } from 'commander';
import { enquiryActions } from '../../../shared/domain/billing/enquiry.ts';
import { readReferenceNumber } from '../../../shared/domain/billing/reference-number.ts';
import { enquiryExportFormats } from '../../../shared/wire/enquiries/enquiry-export.ts';
import type { Commands } from '../command.ts';
import { UsageError } from '../errors.ts';
import { choiceOption, pageOptions, pastOption, reasonOption } from '../options.ts';

const referenceFaults = {
  form: 'Expected a reference number of 13 letters and digits, such as 0CW6-V8PQ-1H0QS.',
  'check character': 'The check character does not match. Look for a mistyped or swapped character.',
};

const referenceNumber = (text: string): string => {
  const read = readReferenceNumber(text);
  if ('number' in read) return read.number;
  throw new InvalidArgumentError(referenceFaults[read.fault]);
};

const referencesArgument = (name: string) =>
  new Argument(name, 'reference numbers').argParser((text: string, previous: readonly string[] = []) => [
    ...previous,
    referenceNumber(text),
  ]);

const maxNoteLength = 2_000;

const note = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.length > 0 && trimmed.length <= maxNoteLength) return trimmed;
  throw new InvalidArgumentError(`Expected 1 to ${maxNoteLength} characters.`);
};

const selectionOptions = (status: 'open' | 'all') => [
  new Option('--status <status>', 'only enquiries with this status')
    .choices(['open', 'closed', 'all'])
    .default(status),
  pastOption('--since <when>', 'submitted since a date, a date and time, or days ago (7d)'),
  pastOption('--until <when>', 'submitted before a date, a date and time, or days ago (7d)'),
  new Option('--sandbox', "partners' test enquiries instead of real ones"),
];

const maxEmailLength = 320;

/** Parses an email address. Throws UsageError without the address, because commander's own error would print it. */
const emailAddress = (text: string): string => {
  const address = text.trim();
  if (address.length <= maxEmailLength && /^[^\s@]+@[^\s@]+$/.test(address)) return address;
  throw new UsageError('--email is not an email address', 'Give a complete address, such as ada@example.org');
};

export const enquiryCommands: Commands = {
  enquiries: {
    description: "List, show, find, export, close, reopen and erase customers' enquiries.",
    examples: ['waypost enquiries list', 'waypost enquiries show 0CW6-V8PQ-1H0QS'],
  },
  'enquiries list': {
    description: 'List enquiries, oldest first, without personal data.',
    options: [...selectionOptions('open'), ...pageOptions(50)],
    examples: ['waypost enquiries list', 'waypost enquiries list --stage prod --since 7d --status all'],
    load: async () => (await import('./enquiries.ts')).listEnquiries,
  },
  'enquiries show': {
    description: 'Show an enquiry in full, including personal data. This leaves an entry in the audit trail.',
    arguments: [
      new Argument(
        '<reference>',
        'reference number, in upper or lower case, with or without hyphens',
      ).argParser(referenceNumber),
    ],
    examples: ['waypost enquiries show 0CW6-V8PQ-1H0QS', 'waypost enquiries show ocw6v8pqlhoqs --json'],
    exits: { 1: 'no enquiry has this number, or the command failed' },
    load: async () => (await import('./enquiries.ts')).showEnquiry,
  },
  'enquiries find': {
    description:
      "Find all of a person's enquiries by email address, including test enquiries, and show them in full, oldest first. The search reads the whole table.",
    options: [
      new Option('--email <address>', 'email address, in upper or lower case')
        .argParser(emailAddress)
        .makeOptionMandatory(),
      ...pageOptions(100),
    ],
    examples: [
      'waypost enquiries find --email ada@example.org',
      'waypost enquiries find --email ada@example.org --json --stage prod > access-request.json',
    ],
    exits: {
      0: 'the search is complete, with or without results',
      1: "one of the person's enquiries cannot be read, or the command failed",
    },
    load: async () => (await import('./enquiries.ts')).findEnquiries,
  },
  'enquiries export': {
    description:
      'Write enquiries in full to a file, including personal data. This leaves an entry in the audit trail.',
    options: [
      ...selectionOptions('all'),
      new Option('--format <format>', 'format of the file').choices(enquiryExportFormats).default('csv'),
      new Option('--output <file>', 'file to write, readable only by you (default or -: standard output)'),
    ],
    examples: [
      'waypost enquiries export --status open --output open.csv',
      'waypost enquiries export --since 2026-11-01 --format ndjson | gzip > november.ndjson.gz',
    ],
    load: async () => (await import('./export.ts')).exportEnquiries,
  },
  'enquiries close': {
    description:
      'Close enquiries that have been dealt with, and record who closed them. Enquiries that are already closed do not change.',
    arguments: [referencesArgument('<reference...>')],
    options: [new Option('--note <text>', 'action taken; deleted with the enquiry').argParser(note)],
    examples: [
      'waypost enquiries close 0CW6-V8PQ-1H0QS --note "Paid twice; refunded on 21 November"',
      'waypost enquiries close 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all the enquiries are closed', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries.ts')).closeEnquiries,
  },
  'enquiries reopen': {
    description: 'Reopen closed enquiries. This deletes the record of who closed them, and the note.',
    arguments: [referencesArgument('<reference...>')],
    examples: [
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS',
      'waypost enquiries reopen 0CW6-V8PQ-1H0QS 51ES-5HZW-65K9B --stage prod',
    ],
    exits: { 0: 'all the enquiries are open', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries.ts')).reopenEnquiries,
  },
  'enquiries erase': {
    description:
      'Erase enquiries on request. Restores skip erased enquiries, and subscribers receive an EnquiryErased event. This cannot be undone.',
    arguments: [referencesArgument('[reference...]')],
    options: [
      new Option(
        '--again',
        'instead of reference numbers: erase all previously erased enquiries that a restored table brought back',
      ),
      reasonOption(
        'reason for erasure, kept in the audit trail; do not include names, addresses or other personal data',
      ).makeOptionMandatory(),
    ],
    examples: [
      'waypost enquiries erase 0CW6-V8PQ-1H0QS --reason "erasure request 2026-118"',
      'waypost enquiries erase --again --reason "table restored on 21 November" --stage prod',
    ],
    exits: { 0: 'all the enquiries are erased', 1: 'an enquiry does not exist, or the command failed' },
    load: async () => (await import('./enquiries.ts')).eraseEnquiries,
  },
  'enquiries audit': {
    description:
      'List who read or erased enquiries, oldest first. Each use of show, find, export and erase leaves an entry.',
    options: [
      choiceOption('--action <action>', 'only this action', enquiryActions),
      pastOption('--since <when>', 'only entries since a date, a date and time, or days ago (30d)'),
      ...pageOptions(1_000),
    ],
    examples: [
      'waypost enquiries audit --since 30d',
      'waypost enquiries audit --action erased --json --stage prod',
    ],
    load: async () => (await import('./enquiries.ts')).auditEnquiries,
  },
};
