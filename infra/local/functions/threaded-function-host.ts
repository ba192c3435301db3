import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import type { DeployedFunction } from '../template/deployment.ts';
import { newThread } from '../threads/new-thread.ts';
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
    if (current?.isOpen) return current;
    const thread: FunctionThread = new FunctionThread(definition, {
      environment: { ...runtimeEnvironment, ...definition.environment, AWS_LAMBDA_FUNCTION_NAME: name },
      log: (text) => log(name, text),
      onExit: () => running.delete(thread),
    });
    threads.set(name, thread);
    running.add(thread);
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
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        thread.retire();
        resolve({ kind: 'timed-out' });
      }, milliseconds);
      thread.call({ requestId, event: json, streamed, deadline: Date.now() + milliseconds }, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
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

/** Milliseconds that the other invocations of a thread get to finish after one of them timed out. */
const retirementMilliseconds = 1_000;

interface ThreadOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (text: string) => void;
  readonly onExit: () => void;
}

/** A thread that runs one function. Invocations share it, where Lambda starts an instance for each. */
class FunctionThread {
  readonly #worker: Worker;
  /** Calls without a reply, by id. */
  readonly #calls = new Map<number, (outcome: Invocation | StreamedInvocation) => void>();
  /** Streamed bodies that are not closed yet. */
  readonly #bodies = new Set<Readable>();
  #callCount = 0;
  #isOpen = true;

  constructor(definition: DeployedFunction, { environment, log, onExit }: ThreadOptions) {
    const { name, alias, codeDirectory, handler, memoryMegabytes } = definition;
    const setup: WorkerSetup = { functionName: name, alias, codeDirectory, handler, memoryMegabytes };
    this.#worker = newThread(new URL('./function-worker.ts', import.meta.url), {
      env: environment,
      workerData: setup,
      // Without a limit, a function that leaks memory would take down the whole stack.
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.setEncoding('utf8').on('data', log);
    this.#worker.stderr.setEncoding('utf8').on('data', log);
    this.#worker.on('message', (reply: Reply) => this.#receive(reply));
    this.#worker.on('error', (error: unknown) => this.#fail(failureOf(error)));
    this.#worker.on('exit', (code) => {
      const errorMessage = `the function exited with code ${code}`;
      this.#fail({ kind: 'failed', errorType: 'Runtime.ExitError', errorMessage });
      onExit();
    });
  }

  /** Whether it accepts calls. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  call(call: Omit<Call, 'id'>, settle: (outcome: Invocation | StreamedInvocation) => void): void {
    const id = this.#callCount++;
    this.#calls.set(id, settle);
    this.#worker.postMessage({ id, ...call } satisfies Call);
  }

  /** Accepts no more calls, and ends once the running ones are done, or soon in any case. */
  retire(): void {
    this.#isOpen = false;
    setTimeout(() => void this.terminate(), retirementMilliseconds).unref();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #receive({ id, outcome }: Reply): void {
    // A function that fails after its response began replies a second time, when the body has failed already.
    this.#calls.get(id)?.(this.#toInvocation(outcome));
    this.#calls.delete(id);
    this.#terminateIfDone();
  }

  #toInvocation(outcome: Outcome): Invocation | StreamedInvocation {
    switch (outcome.kind) {
      case 'result':
        return { kind: 'result', payload: JSON.parse(outcome.json) };
      case 'whole':
        return { ...outcome, body: Buffer.from(outcome.body.buffer) };
      case 'streaming':
        return { ...outcome, body: this.#follow(Readable.fromWeb(outcome.body)) };
      default:
        return outcome;
    }
  }

  #follow(body: Readable): Readable {
    this.#bodies.add(body);
    body.once('close', () => {
      this.#bodies.delete(body);
      this.#terminateIfDone();
    });
    // It may fail before anybody reads it.
    return body.on('error', () => undefined);
  }

  #terminateIfDone(): void {
    if (!this.#isOpen && this.#calls.size + this.#bodies.size === 0) void this.terminate();
  }

  /** The thread has ended, and with it everything that it ran. */
  #fail(failure: FunctionFailure): void {
    this.#isOpen = false;
    for (const settle of this.#calls.values()) settle(failure);
    this.#calls.clear();
    for (const body of this.#bodies) body.destroy(new Error(failure.errorMessage));
  }
}
