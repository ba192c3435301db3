import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const started = z.strictObject({
  url: z.string(),
  keys: z.strictObject({ partner: z.string(), sandbox: z.string(), browser: z.string() }),
});

/** Local stack with the sample network, a fixed clock and issued keys. */
export interface SampleStack extends z.infer<typeof started> {
  /** Version of the published network. It differs from stack to stack. */
  readonly version: string;
  /** Throws SampleStackFailed if the stack has crashed. */
  stop(): Promise<void>;
}

/** The stack's process exited. The message contains its standard error output. */
class SampleStackFailed extends Error {
  override readonly name = 'SampleStackFailed';
}

/** Starts a stack in its own process, with a new data directory. Throws SampleStackFailed. */
export const startSampleStack = async (): Promise<SampleStack> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'waypost-answers-'));
  const child = fork(fileURLToPath(new URL('stack-process.ts', import.meta.url)), [dataDirectory], {
    execArgv: ['--import', new URL('fixed-clock.ts', import.meta.url).href],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed = child.stderr ? text(child.stderr) : '';
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const failure = exited.then(async () => {
    throw new SampleStackFailed(`the stack with the sample network ended: ${await printed}`);
  });
  const stop = async () => {
    if (child.connected) child.disconnect();
    await exited;
    await rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 });
    if (child.exitCode !== 0) await failure;
  };
  try {
    const message = new Promise<unknown>((resolve) => child.once('message', resolve));
    const { url, keys } = started.parse(await Promise.race([message, failure]));
    const probe = `${url}/locations/v3/operational-capabilities?size=0`;
    const { headers } = await fetch(probe, { headers: { 'AUTH-KEY': keys.partner } });
    const version = z.string().parse(headers.get('waypost-catalogue-version'));
    return { url, keys, version, stop };
  } catch (error) {
    child.kill('SIGKILL');
    // Throws the first error.
    await stop().catch(() => {});
    throw error;
  }
};
