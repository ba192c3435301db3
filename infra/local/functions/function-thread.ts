import type { Worker } from 'node:worker_threads';
import type { DeployedFunction } from '../template/deployment.ts';
import { newThread } from '../threads/new-thread.ts';
import type { Invocation, StreamedInvocation } from './function-host.ts';
import type { FromWorker, InvocationFacts, ToWorker, WorkerSetup } from './function-messages.ts';
import { NumberedValues } from './numbered-values.ts';
import { gatherTurn } from './one-turn.ts';
import { answerUnpacker } from './packed-answer.ts';
import { receivedAnswer } from './received-answer.ts';

type Failure = Extract<FromWorker, { type: 'failed' }>;

/** Takes what is told of one running invocation. */
type Waiting = (message: FromWorker) => void;

const isLast = ({ type }: FromWorker): boolean => type !== 'prelude' && type !== 'piece';

/**
 * A thread that runs one function. Requests share it side by side, where Lambda would start an instance for each.
 * It ends by `retire` (when the running ones are done) or when the function itself brings it down.
 */
export class FunctionThread {
  readonly #worker: Worker;
  readonly #waiting = new NumberedValues<Waiting>();
  /** Takes messages as JSON text. */
  readonly #post = gatherTurn<string>((texts) => this.#worker.postMessage(`[${texts.join(',')}]`));
  #retired = false;
  #ended = false;

  constructor(
    { name, alias, codeDirectory, handler, memoryMegabytes }: DeployedFunction,
    environment: Readonly<Record<string, string>>,
    log: (line: string) => void,
  ) {
    this.#worker = newThread(new URL('./function-worker.ts', import.meta.url), {
      env: environment,
      workerData: {
        codeDirectory,
        handler,
        functionName: name,
        alias,
        memoryMegabytes,
      } satisfies WorkerSetup,
      // One that hoards ends alone: without a bound it would take the machine's memory first.
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.setEncoding('utf8').on('data', log);
    this.#worker.stderr.setEncoding('utf8').on('data', log);
    this.#worker.on(
      'message',
      answerUnpacker((message) => this.#take(message)),
    );
    this.#worker.on('error', (error: Error) => this.#end(error.name, error.message));
    this.#worker.on('exit', (code) =>
      this.#end('Runtime.ExitError', `the function exited with code ${code}`),
    );
  }

  /** Whether new invocations may come. */
  get open(): boolean {
    return !this.#retired && !this.#ended;
  }

  /** Calls `done` once, with what became of the invocation. */
  invoke(event: unknown, facts: InvocationFacts, done: (invocation: Invocation) => void): void {
    this.#begin(event, facts, false, (message) => {
      if (message.type === 'result') done({ kind: 'result', payload: JSON.parse(message.json) });
      else if (message.type === 'failed') done({ ...message, kind: 'failed' });
    });
  }

  /** Calls `done` with the answer once it has begun; again, for nothing, where its body fails after that. */
  invokeStreaming(
    event: unknown,
    facts: InvocationFacts,
    done: (invocation: StreamedInvocation) => void,
  ): void {
    const take: Waiting = receivedAnswer({
      say: (message) => {
        // The number of one that is over may be another's by now.
        if (this.#waiting.get(id) === take) this.#say({ ...message, id });
      },
      resolve: done,
    });
    const id = this.#begin(event, facts, true, take);
  }

  /** Takes no more invocations, and ends when the running ones are done or the bound has passed. */
  retire(milliseconds: number): void {
    this.#retired = true;
    setTimeout(() => void this.terminate(), milliseconds).unref();
    this.#endWhenIdle();
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #begin(event: unknown, facts: InvocationFacts, streamed: boolean, waiting: Waiting): number {
    const id = this.#waiting.add(waiting);
    try {
      this.#say({ type: 'invoke', id, streamed, event, ...facts });
    } catch (error) {
      // An event that JSON cannot carry.
      this.#waiting.delete(id);
      throw error;
    }
    return id;
  }

  #say(message: ToWorker): void {
    this.#post(JSON.stringify(message));
  }

  #take(message: FromWorker): void {
    const waiting = this.#waiting.get(message.id);
    if (isLast(message)) this.#waiting.delete(message.id);
    waiting?.(message);
    this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    if (this.#retired && this.#waiting.size === 0) void this.terminate();
  }

  #end(errorType: string, errorMessage: string): void {
    this.#ended = true;
    const failureOf = (id: number): Failure => ({ type: 'failed', id, errorType, errorMessage });
    this.#waiting.forEach((waiting, id) => {
      this.#waiting.delete(id);
      waiting(failureOf(id));
    });
  }
}
