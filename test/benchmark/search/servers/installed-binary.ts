import { accessSync, constants, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a program: on the PATH, or where Debian puts PostgreSQL's; undefined where it is not installed. */
export const installedBinary = (name: string): string | undefined =>
  [
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)),
    // The newest version last in the listing, so first here.
    ...globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse(),
  ].find(isExecutable);
