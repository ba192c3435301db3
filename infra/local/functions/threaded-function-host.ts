import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../compile-cache.ts';
import type { DeployedFunction } from '../template/deployment.ts';
import {
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
  /** Receives one or more whole lines that a function wrote. */
  readonly log: (functionName: string, text: string) => void;
}

/** Default quota of concurrent invocations of an AWS account in a region. */
const accountConcurrency = 1_000;

/**
 * Runs each function in a thread of its own, which starts with the function's first invocation. Throttles invocations
 * as Lambda does: a function with reserved concurrency has that for itself, and all other functions share the rest of
 * the account's.
 */
export const threadedFunctionHost = ({
  functions,
  runtimeEnvironment,
  log,
}: ThreadedFunctionHostOptions): FunctionHost => {
  const threads = new Map<string, FunctionThread>();
  /** Includes retired threads that have not ended yet. */
  const running = new Set<FunctionThread>();
  const shared = { free: accountConcurrency };
  const reserved = new Map<string, { free: number }>();
  for (const { name, reservedConcurrency } of functions.values()) {
    if (reservedConcurrency === undefined) continue;
    reserved.set(name, { free: reservedConcurrency });
    shared.free -= reservedConcurrency;
  }

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

  /** Applies the shorter of the two timeouts. */
  const run = async (
    name: string,
    event: unknown,
    streamed: boolean,
    { timeoutMilliseconds = Number.POSITIVE_INFINITY, requestId = randomUUID() }: InvocationSettings = {},
  ): Promise<Invocation | StreamedInvocation> => {
    const definition = functions.get(name);
    if (!definition) throw new UnknownFunction(`The template has no function ${name}.`);
    const call = { requestId, event: JSON.stringify(event) ?? 'null', streamed };
    const concurrency = reserved.get(name) ?? shared;
    if (concurrency.free < 1) return { kind: 'throttled' };
    const thread = threadOf(definition);
    concurrency.free -= 1;
    return new Promise((resolve) => {
      thread.call(call, Math.min(definition.timeoutSeconds * 1_000, timeoutMilliseconds), resolve, () => {
        concurrency.free += 1;
      });
    });
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

type Settle = (outcome: Invocation | StreamedInvocation) => void;

/** A call whose result, or whose streamed body, is not complete. */
interface RunningCall {
  /** Reports a failure: as the outcome, or by breaking off the body. */
  settle: Settle;
  /** Called once, when the call is over. */
  readonly finish: () => void;
}

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
  const calls = new Map<number, RunningCall>();
  const ended = Promise.withResolvers<void>();
  let callCount = 0;
  /** Whether it accepts calls. A retired thread ends after its last call, each of which has a deadline. */
  let isOpen = true;

  const terminate = async (): Promise<void> => {
    await worker.terminate();
  };

  const finish = (id: number): void => {
    calls.get(id)?.finish();
    calls.delete(id);
    if (!isOpen && calls.size === 0) void terminate();
  };

  /** Ends a call before its function does. */
  const abort = (id: number, outcome: Invocation): void => {
    isOpen = false;
    calls.get(id)?.settle(outcome);
    finish(id);
  };
  const abortAll = (outcome: Invocation): void => {
    isOpen = false;
    for (const id of calls.keys()) abort(id, outcome);
  };

  const toInvocation = (id: number, call: RunningCall, outcome: Outcome): Invocation | StreamedInvocation => {
    if (outcome.kind === 'result') return { kind: 'result', payload: JSON.parse(outcome.json) };
    if (outcome.kind === 'whole') return { ...outcome, body: Buffer.from(outcome.body.buffer) };
    if (outcome.kind === 'failed') return outcome;
    // The body may fail before anybody reads it.
    const body = Readable.fromWeb(outcome.body).on('error', () => undefined);
    call.settle = (failure) =>
      body.destroy(new Error(failure.kind === 'failed' ? failure.errorMessage : 'the function timed out'));
    body.once('close', () => finish(id));
    return { ...outcome, body };
  };

  for (const output of [worker.stdout, worker.stderr]) passLines(output, log);
  worker.on('message', ({ id, outcome }: Reply) => {
    const call = calls.get(id);
    if (call === undefined) return;
    const { settle } = call;
    settle(toInvocation(id, call, outcome));
    if (outcome.kind !== 'streaming') finish(id);
  });
  worker.on('error', (error: unknown) => abortAll(failureOf(error)));
  worker.on('exit', (code) => {
    const errorMessage = `the function exited with code ${code}`;
    abortAll({ kind: 'failed', errorType: 'Runtime.ExitError', errorMessage });
    ended.resolve();
  });

  return {
    ended: ended.promise,
    terminate,
    isOpen: () => isOpen,
    /** Runs the function within the time, which includes that of a streamed body. Retires the thread otherwise. */
    call: (
      call: Omit<Call, 'id' | 'deadline'>,
      milliseconds: number,
      settle: Settle,
      onFinish: () => void,
    ): void => {
      const id = callCount++;
      const timer = setTimeout(() => abort(id, { kind: 'timed-out' }), milliseconds);
      const finish = () => {
        clearTimeout(timer);
        onFinish();
      };
      calls.set(id, { settle, finish });
      worker.postMessage({ id, ...call, deadline: Date.now() + milliseconds } satisfies Call);
    },
  };
};

/** Passes on whole lines, because several threads write into one log. */
const passLines = (output: Readable, log: (text: string) => void): void => {
  let rest = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    const lines = rest + text;
    const end = lines.lastIndexOf('\n') + 1;
    if (end > 0) log(lines.slice(0, end));
    rest = lines.slice(end);
  });
  output.on('end', () => {
    if (rest !== '') log(`${rest}\n`);
  });
};
