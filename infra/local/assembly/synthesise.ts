import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isMade, noteMade } from './made-assembly.ts';

const projectDirectory = fileURLToPath(new URL('../../../', import.meta.url));

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
  await noteMade(directory, fingerprint);
};
