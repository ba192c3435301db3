import { Argument, type Command } from 'commander';
import { importKinds } from '../../../shared/data-access/importing/record-kinds.ts';
import { addStackOptions } from '../stack/stack-options.ts';

const examples = `
Files are NDJSON: one JSON object a line, UTF-8, plain or gzip. A bad line is reported on standard error with its file,
number and reason, and the others are imported. Records that no file names are removed, unless --merge is given.

On AWS the files are put into the stage's import bucket, several as one, and the stage imports them by itself; this
command follows that, and the import goes on where it is interrupted. A dry run reads the tables from here.

Examples:
  $ waypost import services services.ndjson
  $ waypost import locations north.ndjson.gz south.ndjson.gz
  $ waypost import locations --dry-run locations.ndjson
  $ zcat changes.gz | waypost import billers --merge -
  $ waypost import locations locations.ndjson.gz --stage prod

Exit status: 0 all lines imported, 1 some were bad or the import failed, 2 wrong usage.`;

const followExamples = `
Does what \`waypost import\` does after it has put a file into the import bucket: tells of bad lines, waits for the end,
prints the summary, and has locations and services published.

Examples:
  $ waypost import follow locations/20261121T005810123Z-locations.ndjson.gz --stage prod

Exit status: 0 all lines imported, 1 some were bad or the import failed, 2 wrong usage.`;

const addFollow = (importing: Command, finish: (status: number) => void) =>
  addStackOptions(
    importing
      .command('follow')
      .summary('follow the import of a file that was uploaded')
      .description('Follows the import of a file in the import bucket to its end.')
      .argument('<key>', 'where the file is in the import bucket')
      .option('--json', 'print the summary as one JSON object'),
  )
    .addHelpText('after', followExamples)
    .action(async (key, options) => {
      const { followCommand } = await import('./follow/follow-command.ts');
      finish(await followCommand(key, options));
    });

/** Adds `import`; `finish` is told the exit status. */
export const addImportCommand = (program: Command, finish: (status: number) => void): void => {
  const importing = addStackOptions(
    program
      .command('import')
      .summary('bring locations, services, billers or bill types up to date from files')
      .description(
        'Brings what is stored to what the files say, and publishes it where clients read a published catalogue.',
      )
      .addArgument(new Argument('<kind>', 'what the files hold').choices(importKinds))
      .argument('<file...>', 'files to read, - for standard input')
      .option('--merge', 'only add and replace records, remove none')
      .option('--dry-run', 'check the files and say what would change; write nothing')
      .option(
        '--force',
        'remove everything when no line is valid, go on after an import that stopped half-way, publish although much is lost',
      )
      .option('--upload', 'put the files into the import bucket on this machine too, as for a stage on AWS')
      .option('--no-wait', 'end when the files are uploaded, and print where they are')
      .option('--json', 'print the summary as one JSON object'),
  )
    .addHelpText('after', examples)
    .action(async (kind, files, options) => {
      const { importCommand } = await import('./import-command.ts');
      finish(await importCommand(kind, files, options));
    });
  addFollow(importing, finish);
};
