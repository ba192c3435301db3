import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../compile-cache.ts';

const projectDirectory = fileURLToPath(new URL('../../../', import.meta.url));

const sources = [
  '{infra,functions,shared}/**/*.{ts,css,js,json,md,html}',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
];

const fingerprintName = 'fingerprint';

/**
 * Synthesises the app's local stage into the directory, as a deployment would. Reuses a complete assembly from the same
 * sources. Throws with the error output, including when `signal` aborts the synthesis.
 */
export const synthesise = async (directory: string, signal?: AbortSignal): Promise<void> => {
  const recorded = await readFile(join(directory, fingerprintName), 'utf8').catch(() => undefined);
  // Hashed before the build, so that a source that changes during the build causes a new synthesis at the next start.
  const hashing = hashOfSources();
  // Awaited below, perhaps only after the build.
  hashing.catch(() => {});
  if (recorded !== undefined && recorded === (await fingerprintOf(directory, await hashing))) return;
  await build(directory, directory, async (unfinished) => {
    await run('The app could not be synthesised', ['infra/app.ts'], signal, {
      // `npm run synth` checks the templates. Here that would double the time.
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: unfinished,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'local' }),
    });
    await noteFingerprint(unfinished, await hashing);
  });
};

/**
 * Builds the developer portal into a synthesised assembly, unless it has one, and returns the portal's folder. A
 * separate step, because the API can respond without the portal. Throws with the error output.
 */
export const addPortal = async (assembly: string, signal?: AbortSignal): Promise<string> => {
  const folder = join(assembly, 'portal');
  if (existsSync(folder)) return folder;
  const [sourcesHash] = (await readFile(join(assembly, fingerprintName), 'utf8')).split('\n');
  await build(folder, assembly, (unfinished) =>
    run('The portal could not be built', ['infra/portal/build/portal.ts', '--out', unfinished], signal),
  );
  await noteFingerprint(assembly, sourcesHash);
  return folder;
};

/** Replaces a folder with the result of `make`, which is first written to a folder beside the assembly. */
const build = async (
  folder: string,
  assembly: string,
  make: (unfinished: string) => Promise<void>,
): Promise<void> => {
  // Left by starts that were killed. A build that still writes to such a folder fails, or a later start removes it.
  for await (const left of glob(`${basename(assembly)}-*`, { cwd: dirname(assembly) }))
    await rm(join(dirname(assembly), left), { recursive: true }).catch(() => {});
  const unfinished = `${assembly}-${process.pid}`;
  try {
    await make(unfinished);
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
};

/** Records the current fingerprint, so that an assembly that was changed on purpose is used, not replaced. */
export const noteFingerprint = async (directory: string, sourcesHash?: string): Promise<void> =>
  writeFile(
    join(directory, fingerprintName),
    await fingerprintOf(directory, sourcesHash ?? (await hashOfSources())),
  );

const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  const files = await Array.fromAsync(glob(sources, { cwd: projectDirectory }));
  for (const file of files.sort()) hash.update(file).update(await readFile(join(projectDirectory, file)));
  return hash.digest('hex');
};

/** Returns a hash of the sources, and a hash of the assembly's file names and sizes to detect truncated files. */
const fingerprintOf = async (directory: string, sourcesHash: string): Promise<string> => {
  const hash = createHash('sha256');
  const generated = await Array.fromAsync(glob('**', { cwd: directory, exclude: [fingerprintName] }));
  for (const file of generated.sort()) {
    const found = await stat(join(directory, file));
    if (found.isFile()) hash.update(`${file} ${found.size}\n`);
  }
  return `${sourcesHash}\n${hash.digest('hex')}`;
};

/** Runs a program of the project. If it fails, the error message begins with `failure`. */
const run = async (
  failure: string,
  command: readonly string[],
  signal: AbortSignal | undefined,
  environment: NodeJS.ProcessEnv = {},
): Promise<void> => {
  const child = spawn(process.execPath, command, {
    cwd: projectDirectory,
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  });
  child.on('error', () => {});
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [printed, code] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(`${failure}: ${errorLinesOf(printed)}`, { cause: printed });
};

/** Returns the lines with errors, without the stack traces and objects that Node and esbuild print with them. */
const errorLinesOf = (printed: string): string => {
  const lines = printed.split('\n').filter((line) => /error|ENOSPC|no space left/i.test(line));
  return lines.slice(0, 5).join('\n').trim() || printed.slice(0, 1_000);
};
