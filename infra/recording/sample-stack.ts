import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { noteFingerprint } from '../local/assembly/synthesise.ts';
import { dataFilesIn } from '../local/data-directory/data-files.ts';

const started = z.strictObject({
  url: z.string(),
  keys: z.strictObject({ partner: z.string(), sandbox: z.string(), browser: z.string() }),
});

/** Local stack with the sample network, a fixed clock and issued keys. */
export interface SampleStack extends z.infer<typeof started> {
  /** Version of the published network. It differs from stack to stack. */
  readonly version: string;
  stop(): Promise<void>;
}

/** The stack's process exited. The message contains its standard error output. */
class SampleStackFailed extends Error {
  override readonly name = 'SampleStackFailed';
}

/** Starts a stack in its own process, with a new copy of the sample network. Throws SampleStackFailed. */
export const startSampleStack = async (): Promise<SampleStack> => {
  const dataDirectory = await newDirectory();
  let child: ChildProcess | undefined;
  const end = async () => {
    child?.kill('SIGKILL');
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await cp(await publishedSample(), dataDirectory, { recursive: true });
    const stack = forkStack(dataDirectory);
    child = stack.child;
    const message = new Promise<unknown>((resolve) => stack.child.once('message', resolve));
    stack.child.send('issue keys');
    const { url, keys } = started.parse(await Promise.race([message, stack.ended]));
    const probe = `${url}/locations/v3/operational-capabilities?size=0`;
    const { headers } = await fetch(probe, { headers: { 'AUTH-KEY': keys.partner } });
    const version = z.string().parse(headers.get('waypost-catalogue-version'));
    const stop = async () => {
      stack.child.send('stop');
      await stack.ended;
      await end();
    };
    return { url, keys, version, stop };
  } catch (error) {
    await end();
    throw error;
  }
};

const newDirectory = (): Promise<string> => mkdtemp(join(tmpdir(), 'waypost-answers-'));

const forkStack = (dataDirectory: string): { child: ChildProcess; ended: Promise<void> } => {
  const child = fork(fileURLToPath(new URL('stack-process.ts', import.meta.url)), [dataDirectory], {
    execArgv: ['--import', new URL('fixed-clock.ts', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed = child.stderr ? text(child.stderr) : Promise.resolve('');
  const ended = new Promise<void>((resolve, reject) => {
    child.once('exit', async (code) => {
      if (code === 0) resolve();
      else reject(new SampleStackFailed(`the stack with the sample network ended: ${await printed}`));
    });
  });
  // Callers that need the result await it. This avoids an unhandled rejection if no caller does.
  ended.catch(() => {});
  return { child, ended };
};

const project = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Data directory that contains only the published sample network. It is cached, because guides change more often than
 * the API.
 */
const kept = join(project, '.local-answers');
const fingerprintFile = join(kept, 'fingerprint-of-sources');

/** Returns the cached directory, after filling it again if the API's source code has changed. */
const publishedSample = async (): Promise<string> => {
  const fingerprint = await fingerprintOfSources();
  if ((await readFile(fingerprintFile, 'utf8').catch(() => undefined)) !== fingerprint) {
    const filled = await newDirectory();
    try {
      const { child, ended } = forkStack(filled);
      child.send('stop');
      await ended;
      await rm(kept, { recursive: true, force: true });
      await cp(filled, kept, { recursive: true });
      await writeFile(fingerprintFile, fingerprint);
    } finally {
      await rm(filled, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  // The cached assembly contains no portal, so it remains valid if the portal's sources have changed.
  await noteFingerprint(dataFilesIn(kept).assemblyDirectory);
  return kept;
};

/** Glob patterns of the sources on which the stack depends, excluding the portal. */
const sources = [
  '{functions,shared}/**/*.ts',
  'infra/{constructs,local,operator,routes,stacks,stages}/**/*',
  'infra/recording/{fixed-clock,stack-process}.ts',
  'package-lock.json',
  'cdk.json',
];

const fingerprintOfSources = async (): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  const files = await Array.fromAsync(glob(sources, { cwd: project, withFileTypes: true }));
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(path.slice(project.length)).update(await readFile(path));
  return hash.digest('hex');
};
