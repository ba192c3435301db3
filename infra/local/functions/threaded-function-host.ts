import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../compile-cache.ts';
import type { DeployedFunction } from '../template/deployment.ts';
import {
  type FunctionFailure,
  type FunctionHost,
  failureOf,
  type Invocation,
  type InvocationSettings,
  type StreamedInvocation,
} from './function-host.ts';
import type { Call, Outcome, Reply, WorkerSetup } from './function-worker.ts';

/** The deployment has no function with this name. */
export class UnknownFunction extends Error {
  override readonly name = 'UnknownFunction';
}

export interface ThreadedFunctionHostOptions {
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  /** Variables that Lambda itself adds to a function's environment: region, credentials, endpoints. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
  /** Receives one or more lines that a function wrote. */
  readonly log: (functionName: string, text: string) => void;
}

/** Runs each function in a thread of its own, which starts with the function's first invocation. */
export const threadedFunctionHost = ({
  functions,
  runtimeEnvironment,
  log,
}: ThreadedFunctionHostOptions): FunctionHost => {
  const threads = new Map<string, FunctionThread>();
  /** Includes retired threads that have not ended yet. */
  const running = new Set<FunctionThread>();

  const threadOf = (definition: DeployedFunction): FunctionThread => {
    const { name } = definition;
    const current = threads.get(name);
    if (current?.isOpen()) return current;
    const environment = { ...runtimeEnvironment, ...definition.environment, AWS_LAMBDA_FUNCTION_NAME: name };
    const thread = startThread(definition, environment, (text) => log(name, text));
    threads.set(name, thread);
    running.add(thread);
    void thread.ended.then(() => running.delete(thread));
    return thread;
  };

  /** Applies the shorter of the two timeouts. A thread that exceeds it is replaced. */
  const run = async (
    name: string,
    event: unknown,
    streamed: boolean,
    { timeoutMilliseconds, requestId = randomUUID() }: InvocationSettings = {},
  ): Promise<Invocation | StreamedInvocation> => {
    const definition = functions.get(name);
    if (!definition) throw new UnknownFunction(`The template has no function ${name}.`);
    const json = JSON.stringify(event) ?? 'null';
    const ownTimeout = definition.timeoutSeconds * 1_000;
    const milliseconds = Math.min(ownTimeout, timeoutMilliseconds ?? ownTimeout);
    const thread = threadOf(definition);
    const { promise, resolve } = Promise.withResolvers<Invocation | StreamedInvocation>();
    const timer = setTimeout(() => {
      thread.retire();
      resolve({ kind: 'timed-out' });
    }, milliseconds);
    thread.call({ requestId, event: json, streamed, deadline: Date.now() + milliseconds }, (outcome) => {
      clearTimeout(timer);
      resolve(outcome);
    });
    return promise;
  };

  return {
    invoke: async (name, event, settings) => {
      const outcome = await run(name, event, false, settings);
      if (outcome.kind === 'streaming' || outcome.kind === 'whole') throw unexpected(name, outcome.kind);
      return outcome;
    },
    invokeStreaming: async (name, event, settings) => {
      const outcome = await run(name, event, true, settings);
      if (outcome.kind === 'result') throw unexpected(name, outcome.kind);
      return outcome;
    },
    close: async () => {
      await Promise.all([...running].map((thread) => thread.terminate()));
    },
  };
};

const unexpected = (name: string, kind: string): Error =>
  new Error(`${name} replied with the outcome ${kind} of another kind of invocation`);

/** Milliseconds that the other invocations of a thread get to finish after one of them timed out. */
const retirementMilliseconds = 1_000;

type FunctionThread = ReturnType<typeof startThread>;

/** Starts a thread that runs one function. Invocations share it, where Lambda starts an instance for each. */
const startThread = (
  { name, alias, codeDirectory, handler, memoryMegabytes }: DeployedFunction,
  environment: Readonly<Record<string, string>>,
  log: (text: string) => void,
) => {
  const setup: WorkerSetup = { functionName: name, alias, codeDirectory, handler, memoryMegabytes };
  const module = new URL('./function-worker.ts', import.meta.url).href;
  const worker = new Worker(new URL('./thread-entry.js', import.meta.url), {
    env: environment,
    workerData: { ...setup, module, compileCache },
    // Without a limit, a function that leaks memory would take down the whole stack.
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    stdout: true,
    stderr: true,
  });
  /** Calls without a reply, by id. */
  const calls = new Map<number, (outcome: Invocation | StreamedInvocation) => void>();
  /** Streamed bodies that are not closed yet. */
  const bodies = new Set<Readable>();
  const ended = Promise.withResolvers<void>();
  let callCount = 0;
  let isOpen = true;

  const terminate = async (): Promise<void> => {
    await worker.terminate();
  };
  const terminateIfDone = (): void => {
    if (!isOpen && calls.size + bodies.size === 0) void terminate();
  };

  const follow = (body: Readable): Readable => {
    bodies.add(body);
    body.once('close', () => {
      bodies.delete(body);
      terminateIfDone();
    });
    // It may fail before anybody reads it.
    return body.on('error', () => undefined);
  };

  const toInvocation = (outcome: Outcome): Invocation | StreamedInvocation => {
    if (outcome.kind === 'result') return { kind: 'result', payload: JSON.parse(outcome.json) };
    if (outcome.kind === 'whole') return { ...outcome, body: Buffer.from(outcome.body.buffer) };
    if (outcome.kind === 'streaming') return { ...outcome, body: follow(Readable.fromWeb(outcome.body)) };
    return outcome;
  };

  /** The thread has ended, and with it everything that it ran. */
  const fail = (failure: FunctionFailure): void => {
    isOpen = false;
    for (const settle of calls.values()) settle(failure);
    calls.clear();
    for (const body of bodies) body.destroy(new Error(failure.errorMessage));
  };

  worker.stdout.setEncoding('utf8').on('data', log);
  worker.stderr.setEncoding('utf8').on('data', log);
  worker.on('message', ({ id, outcome }: Reply) => {
    calls.get(id)?.(toInvocation(outcome));
    calls.delete(id);
    terminateIfDone();
  });
  worker.on('error', (error: unknown) => fail(failureOf(error)));
  worker.on('exit', (code) => {
    const errorMessage = `the function exited with code ${code}`;
    fail({ kind: 'failed', errorType: 'Runtime.ExitError', errorMessage });
    ended.resolve();
  });

  return {
    ended: ended.promise,
    terminate,
    /** Whether it accepts calls. */
    isOpen: () => isOpen,
    call: (call: Omit<Call, 'id'>, settle: (outcome: Invocation | StreamedInvocation) => void): void => {
      const id = callCount++;
      calls.set(id, settle);
      worker.postMessage({ id, ...call } satisfies Call);
    },
    /** Accepts no more calls, and ends once the running ones are done, or soon in any case. */
    retire: (): void => {
      isOpen = false;
      setTimeout(() => void terminate(), retirementMilliseconds).unref();
    },
  };
};
