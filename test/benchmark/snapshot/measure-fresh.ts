import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { type StoredForm, storedForms } from './stored-networks.ts';

const script = fileURLToPath(new URL('./ready-process.ts', import.meta.url));

const readiness = z.object({ milliseconds: z.number(), megabytes: z.number() });

/** What it took once, and what was held afterwards beyond what the process held before. */
export type Readiness = z.infer<typeof readiness>;

const readyOnce = async (form: StoredForm, file: string): Promise<Readiness> => {
  const given = ['--max-old-space-size=8192', script, form, file];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return readiness.parse(JSON.parse(stdout));
};

/** Makes all forms ready by turns, each time in a process of its own. */
export const measureFresh = async (
  paths: ReadonlyMap<StoredForm, string>,
  rounds: number,
): Promise<ReadonlyMap<StoredForm, readonly Readiness[]>> => {
  const found = new Map<StoredForm, Readiness[]>(storedForms.map((form) => [form, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [form, path] of paths) found.get(form)?.push(await readyOnce(form, path));
  }
  return found;
};
