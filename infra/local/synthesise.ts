import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const projectDirectory = fileURLToPath(new URL('../../', import.meta.url));

/** The app could not be synthesised; the message is what it said. */
class SynthesisFailed extends Error {
  override readonly name = 'SynthesisFailed';
}

/** Everything that an assembly is made from. */
const sources = [
  '{infra,functions,shared}/**/*.{ts,css,js,json,md}',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
];

const fingerprintOfSources = async (): Promise<string> => {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: projectDirectory })) files.push(file);
  const hash = createHash('sha256').update(process.version);
  for (const file of files.sort()) hash.update(file).update(await readFile(join(projectDirectory, file)));
  return hash.digest('hex');
};

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

/** Whether the directory holds, whole, what these sources make. */
const isMade = async (directory: string, fingerprint: string): Promise<boolean> => {
  const noted = (name: string) => readFile(join(directory, name), 'utf8').catch(() => undefined);
  if ((await noted(fingerprintName)) !== fingerprint) return false;
  return (await noted(contentsName)) === (await contentsOf(directory));
};

/** Checking the template is the gate's work; half of a synthesis' time would go into it. */
const unchecked = { CDK_VALIDATION: 'false' };

/** What an error says, without the stack and the objects that Node and esbuild print with it. */
const gistOf = (said: string): string => {
  const lines = said.split('\n').filter((line) => /error|ENOSPC|no space left/i.test(line));
  return lines.slice(0, 5).join('\n').trim() || said.slice(0, 1_000);
};

const runApp = async (directory: string): Promise<void> => {
  const app = spawn(process.execPath, ['infra/app.ts'], {
    cwd: projectDirectory,
    env: {
      ...process.env,
      ...unchecked,
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'local' }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, code] = await Promise.all([
    text(app.stderr),
    new Promise<number | null>((resolve) => app.on('close', resolve)),
  ]);
  if (code !== 0)
    throw new SynthesisFailed(`The app could not be synthesised: ${gistOf(said)}`, { cause: said });
};

/**
 * Synthesises the app's local stage into the directory, as a deployment would. What was made from the very same
 * sources is used again where nothing of it is missing or cut off. Throws SynthesisFailed.
 */
export const synthesise = async (directory: string): Promise<void> => {
  const fingerprint = await fingerprintOfSources();
  if (await isMade(directory, fingerprint)) return;
  await rm(directory, { recursive: true, force: true });
  await runApp(directory);
  await writeFile(join(directory, contentsName), await contentsOf(directory));
  await writeFile(join(directory, fingerprintName), fingerprint);
};
