import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { debuggingHelp } from '../local/debugging.ts';
import { addEnquiriesCommand } from './enquiries/enquiries-program.ts';
import { addImportCommand } from './import/import-program.ts';
import { addKeysCommand } from './keys/keys-program.ts';
import { addPublishCommand } from './publish/publish-program.ts';
import { addRedriveCommand } from './redrive/redrive-program.ts';
import { addRestoreCommand } from './restore/restore-program.ts';
import { addStatusCommand } from './status/status-program.ts';
import { addVerifyCommand } from './verify/verify-program.ts';

const examples = `
Examples:
  $ waypost import locations locations.ndjson.gz
  $ waypost publish --wait
  $ waypost status
  $ waypost verify
  $ waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d
  $ waypost keys list
  $ waypost status --stage prod
  $ waypost enquiries list --stage prod
  $ waypost restore enquiries --from-table waypost-restored --stage prod
  $ waypost help import`;

/** Has every command name its own help where it is given wrongly. */
const pointToHelp = (command: Command, name: string): void => {
  command.showHelpAfterError(`(${name} --help shows what there is)`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
};

/** The command line. `finish` is told the exit status of the command that ran. */
export const operatorProgram = (finish: (status: number) => void): Command => {
  const program = new Command('waypost')
    .description("The operator's command line of Waypost.")
    .version(manifest.version)
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'waypost: ')) })
    .addHelpText('after', `${examples}\n${debuggingHelp}`)
    // Options behind the name of a command are its own, `import follow` being one within another.
    .enablePositionalOptions()
    .exitOverride();
  addImportCommand(program, finish);
  addPublishCommand(program);
  addStatusCommand(program, finish);
  addVerifyCommand(program);
  addEnquiriesCommand(program);
  addKeysCommand(program, finish);
  addRedriveCommand(program);
  addRestoreCommand(program);
  pointToHelp(program, 'waypost');
  return program;
};
