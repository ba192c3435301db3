import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Timing } from '../measure/interleaved-rounds.ts';
import type { HandlerTask } from './time-handler.ts';

const script = fileURLToPath(new URL('./handler-process.ts', import.meta.url));

const timings = z.array(
  z.object({ name: z.string(), p50: z.number(), p99: z.number(), measured: z.number() }),
);

/**
 * Times a function in a process of its own, as an instance has no other: where several go through the same chain, the
 * compiler makes the chain fit for all of them, and for each a little less. Throws where the process ends before it has.
 */
export const timeInOwnProcess = async (task: HandlerTask): Promise<readonly Timing[]> => {
  const child = fork(script, {
    serialization: 'advanced',
    execArgv: [],
    // Functions write figures of their own to standard output.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new AbortController();
  child.once('exit', (code, signal) =>
    ended.abort(new Error(`timing ${task.timed} ended with ${code ?? signal}`)),
  );
  child.send(task);
  try {
    const [found] = await once(child, 'message', { signal: ended.signal });
    return timings.parse(found);
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  }
};
