import { randomUUID } from 'node:crypto';
import type { DeployedFunction } from '../template/deployment.ts';
import { deadlines } from './deadlines.ts';
import type { FunctionHost, Invocation, InvocationSettings, StreamedInvocation } from './function-host.ts';
import type { InvocationFacts } from './function-messages.ts';
import { FunctionThread } from './function-thread.ts';

/** A name that the deployment does not know. */
export class UnknownFunction extends Error {
  override readonly name = 'UnknownFunction';
}

export interface ThreadedFunctionHostOptions {
  readonly functions: ReadonlyMap<string, DeployedFunction>;
  /** What Lambda itself adds to a function's environment: region, credentials, endpoints. */
  readonly runtimeEnvironment: Readonly<Record<string, string>>;
  /** A line or more that a function wrote. */
  readonly log: (functionName: string, text: string) => void;
}

type TimedOut = Extract<Invocation, { kind: 'timed-out' }>;

/** Milliseconds that other requests of a thread get when one of them has timed out. */
const graceAfterTimeout = 1_000;

/** The threads of the functions, each started when it is first asked for, and anew where the former one is no more. */
const functionThreads = ({ functions, runtimeEnvironment, log }: ThreadedFunctionHostOptions) => {
  const threads = new Map<string, FunctionThread>();
  const started = new Set<FunctionThread>();
  return {
    /** Throws UnknownFunction. */
    definitionOf: (name: string): DeployedFunction => {
      const found = functions.get(name);
      if (!found) throw new UnknownFunction(`The template has no function ${name}.`);
      return found;
    },
    threadOf: (definition: DeployedFunction): FunctionThread => {
      const { name } = definition;
      const running = threads.get(name);
      if (running?.open) return running;
      if (running) started.delete(running);
      const environment = {
        ...runtimeEnvironment,
        ...definition.environment,
        AWS_LAMBDA_FUNCTION_NAME: name,
      };
      const thread = new FunctionThread(definition, environment, (text) => log(name, text));
      threads.set(name, thread);
      started.add(thread);
      return thread;
    },
    terminate: async (): Promise<void> => {
      await Promise.all([...started].map((thread) => thread.terminate()));
    },
  };
};

/** Runs each function in a thread of its own, started with its first request. */
export const threadedFunctionHost = (options: ThreadedFunctionHostOptions): FunctionHost => {
  const { definitionOf, threadOf, terminate } = functionThreads(options);
  const bound = deadlines();

  /** Runs with the shorter of the two timeouts; a thread that kept a request waiting too long is replaced. */
  const bounded = <T>(
    name: string,
    { timeoutMilliseconds, requestId = randomUUID() }: InvocationSettings = {},
    run: (thread: FunctionThread, facts: InvocationFacts, done: (became: T) => void) => void,
  ): Promise<T | TimedOut> =>
    new Promise((resolve, reject) => {
      const definition = definitionOf(name);
      const milliseconds = Math.min(
        definition.timeoutSeconds * 1_000,
        timeoutMilliseconds ?? Number.POSITIVE_INFINITY,
      );
      const thread = threadOf(definition);
      const meet = bound(milliseconds, () => {
        thread.retire(graceAfterTimeout);
        resolve({ kind: 'timed-out' });
      });
      try {
        run(thread, { requestId, deadline: Date.now() + milliseconds }, (became) => {
          meet();
          resolve(became);
        });
      } catch (error) {
        meet();
        reject(error);
      }
    });

  return {
    invoke: (name, event, settings) =>
      bounded<Invocation>(name, settings, (thread, facts, done) => thread.invoke(event, facts, done)),
    invokeStreaming: (name, event, settings) =>
      bounded<StreamedInvocation>(name, settings, (thread, facts, done) =>
        thread.invokeStreaming(event, facts, done),
      ),
    close: terminate,
  };
};
