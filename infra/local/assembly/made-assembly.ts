import { createHash } from 'node:crypto';
import { glob, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const fingerprintName = 'fingerprint';
const contentsName = 'contents';

/** Names and sizes of all that was made: what a full disk or a loss of power has cut off since shows. */
const contentsOf = async (directory: string): Promise<string> => {
  const files: string[] = [];
  for await (const file of glob('**', { cwd: directory, exclude: [fingerprintName, contentsName] }))
    files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    const found = await stat(join(directory, file));
    if (found.isFile()) hash.update(`${file} ${found.size}\n`);
  }
  return hash.digest('hex');
};

/** Whether the directory holds, whole, what sources of this fingerprint make. */
export const isMade = async (directory: string, fingerprint: string): Promise<boolean> => {
  const noted = (name: string) => readFile(join(directory, name), 'utf8').catch(() => undefined);
  if ((await noted(fingerprintName)) !== fingerprint) return false;
  return (await noted(contentsName)) === (await contentsOf(directory));
};

/** Notes what the directory holds, for those who change an assembly on purpose: another is made in its place else. */
export const noteContents = async (directory: string): Promise<void> =>
  writeFile(join(directory, contentsName), await contentsOf(directory));

/** Notes that all is made, from sources of this fingerprint. */
export const noteMade = async (directory: string, fingerprint: string): Promise<void> => {
  await noteContents(directory);
  await writeFile(join(directory, fingerprintName), fingerprint);
};
