import { Argument, type Command } from 'commander';
import { addStackOptions } from '../stack/stack-options.ts';
import { restoreKinds } from './restore-kinds.ts';

const examples = `
DynamoDB restores a table to a point in time as a new one beside it:
  aws dynamodb restore-table-to-point-in-time --source-table-name ... \\
      --target-table-name waypost-restored --restore-date-time 2026-11-20T09:00:00Z

This command compares the two item by item and copies what is missing from the stack's own table. It removes nothing,
and leaves what differs, as that may have been written since; --overwrite puts the restored items in its place.
Enquiries whose time is over are left out.

What was removed on purpose since comes back too, such as records that an import left out. With --overwrite so does what
was changed on purpose: a key that was given an earlier end since has its old one again. A dry run tells how many there
are. Only a revocation stays: a key that is revoked, or was by the audit trail, is never made good again. The trail has
an entry for each key that was written.

Examples:
  $ waypost restore enquiries --from-table waypost-restored --stage prod --dry-run
  $ waypost restore enquiries --from-table waypost-restored --stage prod

Exit status: 0 all is copied that was to be, 1 it stopped before its end, 2 wrong usage.`;

/** Adds `restore`. */
export const addRestoreCommand = (program: Command): void => {
  addStackOptions(
    program
      .command('restore')
      .summary('copy what is missing from a table that was restored to a point in time')
      .description("Copies what the stack's own table has not from a table that DynamoDB restored beside it.")
      .addArgument(new Argument('<kind>', 'what the table holds').choices(restoreKinds))
      .requiredOption('--from-table <name>', 'the table that was restored')
      .option('--overwrite', 'put the restored items in the place of those that differ')
      .option('--dry-run', 'count what is missing and what differs; write nothing')
      .option('--json', 'print the counts as one JSON object'),
  )
    .addHelpText('after', examples)
    .action(async (kind, options) => (await import('./restore-command.ts')).restoreCommand(kind, options));
};
