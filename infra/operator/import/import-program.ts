import { Argument, type Command } from 'commander';
import { importKinds } from '../../../shared/data-access/import/record-kind.ts';
import { dataDirectory } from '../shared-options.ts';
import { importCommand } from './import-command.ts';

const examples = `
Files are NDJSON: one JSON object a line, UTF-8, plain or gzip. A bad line is reported on standard error with its file,
number and reason, and the others are imported. Records that no file names are removed, unless --merge is given.

Examples:
  $ waypost import services services.ndjson
  $ waypost import locations north.ndjson.gz south.ndjson.gz
  $ waypost import locations --dry-run locations.ndjson
  $ zcat changes.gz | waypost import billers --merge -

Exit status: 0 all lines imported, 1 some were bad or the import failed, 2 wrong usage.`;

/** Adds `import`; `finish` is told the exit status. */
export const addImportCommand = (program: Command, finish: (status: number) => void): void => {
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
    .option('--json', 'print the summary as one JSON object')
    .addOption(dataDirectory())
    .addHelpText('after', examples)
    .action(async (kind, files, options) => finish(await importCommand(kind, files, options)));
};
