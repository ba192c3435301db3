import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const projectDirectory = fileURLToPath(new URL('../../../', import.meta.url));

/** The app could not be synthesised; the message is what it printed. */
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

/** Name of the file that says from which sources an assembly was made, and what it then contained. */
const fingerprintName = 'fingerprint';

/**
 * Synthesises the app's local stage into the directory, as a deployment would. An assembly that was made from the same
 * sources is used again if it is whole. Throws SynthesisFailed, also if `signal` ends it.
 */
export const synthesise = async (directory: string, signal?: AbortSignal): Promise<void> => {
  const noted = await readFile(join(directory, fingerprintName), 'utf8').catch(() => undefined);
  if (noted === (await fingerprintOf(directory))) return;
  // In a folder of its own, because the app of a start that was killed may still be writing.
  const unfinished = `${directory}-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await runApp(unfinished, signal);
    await noteFingerprint(unfinished);
    await rm(directory, { recursive: true, force: true });
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Takes the assembly as it is, so that one that was changed on purpose is used and not replaced. */
export const noteFingerprint = async (directory: string): Promise<void> =>
  writeFile(join(directory, fingerprintName), await fingerprintOf(directory));

/**
 * Hashes the sources, and names and sizes of all files of an assembly, which shows what a full disk or a loss of power
 * has cut off.
 */
const fingerprintOf = async (directory: string): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  const files = await Array.fromAsync(glob(sources, { cwd: projectDirectory }));
  for (const file of files.sort()) hash.update(file).update(await readFile(join(projectDirectory, file)));
  const made = await Array.fromAsync(glob('**', { cwd: directory, exclude: [fingerprintName] }));
  for (const file of made.sort()) {
    const found = await stat(join(directory, file));
    if (found.isFile()) hash.update(`${file} ${found.size}\n`);
  }
  return hash.digest('hex');
};

const runApp = async (directory: string, signal?: AbortSignal): Promise<void> => {
  const app = spawn(process.execPath, ['infra/app.ts'], {
    cwd: projectDirectory,
    env: {
      ...process.env,
      // The gate checks the templates; here that would take half of the time.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'local' }),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  app.on('error', () => {});
  const [printed, code] = await Promise.all([
    text(app.stderr),
    new Promise<number | null>((resolve) => app.on('close', resolve)),
  ]);
  if (code !== 0)
    throw new SynthesisFailed(`The app could not be synthesised: ${gistOf(printed)}`, { cause: printed });
};

/** Returns the lines with errors, without the stack and the objects that Node and esbuild print with them. */
const gistOf = (printed: string): string => {
  const lines = printed.split('\n').filter((line) => /error|ENOSPC|no space left/i.test(line));
  return lines.slice(0, 5).join('\n').trim() || printed.slice(0, 1_000);
};
