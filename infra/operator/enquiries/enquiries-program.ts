import { type Command, InvalidArgumentError, Option } from 'commander';
import { readReferenceNumber } from '../../../shared/domain/billing/reference-number.ts';
import { enquiryExportFormats } from '../../../shared/wire/enquiries/enquiry-export.ts';
import { parsePastMoment } from '../moment.ts';
import { addStackOptions } from '../stack/stack-options.ts';
import {
  closeExamples,
  enquiriesExamples,
  exportExamples,
  listExamples,
  reopenExamples,
  showExamples,
} from './enquiries-help.ts';

/** Loaded for the command that runs alone: all of them together take longer to load than most take to run. */
const commands = () => import('./enquiry-commands.ts');

const mostListed = 1_000;
const longestNote = 2_000;

const faults = {
  form: 'Expected a reference number of 13 letters and digits, such as 0CW6-V8PQ-1H0QS.',
  'check character': 'Its check character does not agree: a character is wrong, or two changed places.',
};

const referenceNumber = (text: string): string => {
  const read = readReferenceNumber(text);
  if ('number' in read) return read.number;
  throw new InvalidArgumentError(faults[read.fault]);
};

const referenceNumbers = (text: string, previous: readonly string[] | undefined): readonly string[] => [
  ...(previous ?? []),
  referenceNumber(text),
];

const moment = (text: string): Date => {
  try {
    return parsePastMoment(text, new Date());
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidArgumentError(`${error.message}.`);
    throw error;
  }
};

const limit = (text: string): number => {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= mostListed) return number;
  throw new InvalidArgumentError(`Expected a number from 1 to ${mostListed}; export has no limit.`);
};

const note = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.length > 0 && trimmed.length <= longestNote) return trimmed;
  throw new InvalidArgumentError(`Expected 1 to ${longestNote} characters.`);
};

/** Says which enquiries a command is about. */
const addSelectionOptions = (command: Command, status: 'open' | 'all'): Command =>
  command
    .addOption(
      new Option('--status <status>', 'by what became of them')
        .choices(['open', 'closed', 'all'])
        .default(status),
    )
    .option('--since <when>', 'submitted then or later: a date, a date and time, or days ago (7d)', moment)
    .option('--until <when>', 'submitted before', moment)
    .option('--sandbox', 'those that partners sent as tests, in the place of the others');

const addList = (enquiries: Command) =>
  addStackOptions(
    addSelectionOptions(
      enquiries
        .command('list')
        .summary('list them, oldest first, without personal data')
        .description('Lists enquiries, oldest first, without personal data.'),
      'open',
    )
      .option('--limit <number>', 'how many at most', limit, 50)
      .option('--json', 'print one JSON object'),
  )
    .addHelpText('after', listExamples)
    .action(async (options) => (await commands()).listEnquiries(options));

const addShow = (enquiries: Command) =>
  addStackOptions(
    enquiries
      .command('show')
      .summary('show one with all that its sender wrote')
      .description('Shows one enquiry with all that its sender wrote: personal data.')
      .argument('<reference>', 'reference number, as it was read out or written down', referenceNumber)
      .option('--json', 'print one JSON object'),
  )
    .addHelpText('after', showExamples)
    .action(async (reference, options) => (await commands()).showEnquiry(reference, options));

const addExport = (enquiries: Command) =>
  addStackOptions(
    addSelectionOptions(
      enquiries
        .command('export')
        .summary('write them to a file, with all of their text')
        .description('Writes enquiries with all of their text: personal data.'),
      'all',
    )
      .addOption(
        new Option('--format <format>', 'how they are written').choices(enquiryExportFormats).default('csv'),
      )
      .option('--output <file>', 'file, which its owner alone can read; standard output where absent, or -'),
  )
    .addHelpText('after', exportExamples)
    .action(async (options) => (await import('./export-command.ts')).exportEnquiries(options));

const addClose = (enquiries: Command) =>
  addStackOptions(
    enquiries
      .command('close')
      .summary('close those that were answered')
      .description('Closes enquiries that were answered. One that is closed stays as it is.')
      .argument('<reference...>', 'reference numbers', referenceNumbers)
      .option('--note <text>', 'how it was answered; it is deleted with the enquiry', note),
  )
    .addHelpText('after', closeExamples)
    .action(async (references, options) => (await commands()).closeEnquiries(references, options));

const addReopen = (enquiries: Command) =>
  addStackOptions(
    enquiries
      .command('reopen')
      .summary('open closed ones again')
      .description('Opens closed enquiries again; who closed them and the note are forgotten.')
      .argument('<reference...>', 'reference numbers', referenceNumbers),
  )
    .addHelpText('after', reopenExamples)
    .action(async (references, options) => (await commands()).reopenEnquiries(references, options));

/** Adds `enquiries` with its commands. */
export const addEnquiriesCommand = (program: Command): void => {
  const enquiries = program
    .command('enquiries')
    .summary('list, show, export and close what customers asked')
    .description('Lists, shows, exports and closes what customers asked.')
    .addHelpText('after', enquiriesExamples);
  addList(enquiries);
  addShow(enquiries);
  addExport(enquiries);
  addClose(enquiries);
  addReopen(enquiries);
};
