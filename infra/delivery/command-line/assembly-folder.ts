import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { project } from './project.ts';

/** Whether there is an assembly: what is none would be run by the CDK as a command. */
export const isAssembly = (folder: string): boolean =>
  existsSync(join(resolve(project, folder), 'manifest.json'));
