import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const projectDirectory = fileURLToPath(new URL('../../../', import.meta.url));

/** Synthesis failed. The message has the app's error output. */
class SynthesisFailed extends Error {
  override readonly name = 'SynthesisFailed';
}

interface SynthesisContext {
  /** Whether to build the developer portal (default: true). */
  readonly portal?: boolean;
}

/** All inputs of a synthesis. */
const sources = [
  '{infra,functions,shared}/**/*.{ts,css,js,json,md}',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
];

/** File with the fingerprint of an assembly and of the sources it was synthesised from. */
const fingerprintName = 'fingerprint';

/**
 * Synthesises the app's local stage into the directory, as a deployment would. Reuses a complete assembly from the same
 * sources. Throws SynthesisFailed, also if `signal` aborts the synthesis.
 */
export const synthesise = async (
  directory: string,
  signal?: AbortSignal,
  context: SynthesisContext = {},
): Promise<void> => {
  const recorded = await readFile(join(directory, fingerprintName), 'utf8').catch(() => undefined);
  if (recorded === (await fingerprintOf(directory))) return;
  // In a separate folder, because the app of an earlier start that was killed may still be writing.
  const unfinished = `${directory}-${process.pid}`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await runApp(unfinished, signal, context);
    await noteFingerprint(unfinished);
    await rm(directory, { recursive: true, force: true });
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Records the current fingerprint, so that an assembly that was changed on purpose is used instead of replaced. */
export const noteFingerprint = async (directory: string): Promise<void> =>
  writeFile(join(directory, fingerprintName), await fingerprintOf(directory));

/** Hashes the sources, and the names and sizes of an assembly's files. The sizes reveal truncated files. */
const fingerprintOf = async (directory: string): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  const files = await Array.fromAsync(glob(sources, { cwd: projectDirectory }));
  for (const file of files.sort()) hash.update(file).update(await readFile(join(projectDirectory, file)));
  const generated = await Array.fromAsync(glob('**', { cwd: directory, exclude: [fingerprintName] }));
  for (const file of generated.sort()) {
    const found = await stat(join(directory, file));
    if (found.isFile()) hash.update(`${file} ${found.size}\n`);
  }
  return hash.digest('hex');
};

const runApp = async (
  directory: string,
  signal: AbortSignal | undefined,
  context: SynthesisContext,
): Promise<void> => {
  const app = spawn(process.execPath, ['infra/app.ts'], {
    cwd: projectDirectory,
    env: {
      ...process.env,
      // `npm run synth` checks the templates. Here that would double the time.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'local', ...context }),
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
    throw new SynthesisFailed(`The app could not be synthesised: ${errorLinesOf(printed)}`, {
      cause: printed,
    });
};

/** Returns the lines with errors, without the stack traces and objects that Node and esbuild print with them. */
const errorLinesOf = (printed: string): string => {
  const lines = printed.split('\n').filter((line) => /error|ENOSPC|no space left/i.test(line));
  return lines.slice(0, 5).join('\n').trim() || printed.slice(0, 1_000);
};
