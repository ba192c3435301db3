import type { Command } from 'commander';
import { addExpire, addIssue, addRevoke, addRotate } from './change-program.ts';
import { addAudit, addList, addShow } from './look-program.ts';
import { addSync } from './sync/sync-program.ts';

const keysExamples = `
Examples:
  $ waypost keys issue --client "Parcel partner" --scope locations-v3 --expires 90d
  $ waypost keys list
  $ waypost keys rotate 4hjk29fmw0qz --overlap 7d
  $ waypost keys revoke 4hjk29fmw0qz`;

/** Adds `keys` with its commands. `finish` is told the exit status where it depends on what was found. */
export const addKeysCommand = (program: Command, finish: (status: number) => void): void => {
  const keys = program
    .command('keys')
    .summary('issue, list, rotate and revoke the keys of clients, and see what became of them')
    .description('Issues, lists, rotates and revokes the keys of clients, and shows what became of them.')
    .addHelpText('after', keysExamples);
  addIssue(keys);
  addList(keys);
  addShow(keys);
  addRotate(keys);
  addExpire(keys);
  addRevoke(keys);
  addAudit(keys);
  addSync(keys, finish);
};
