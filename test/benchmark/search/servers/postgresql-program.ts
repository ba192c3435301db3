import { globSync } from 'node:fs';
import { isProgram, programOnPath } from '../../../support/processes/program-on-path.ts';

/** The path of a program of PostgreSQL: on the PATH, or where Debian puts them; undefined where it is not installed. */
export const postgresqlProgram = (name: string): string | undefined =>
  programOnPath(name) ??
  // The newest version last in the listing, so first here.
  globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().reverse().find(isProgram);
