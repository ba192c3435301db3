import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { DeployedFunction } from '../template/deployment.ts';
import type { Invocation, StreamedInvocation } from './function-host.ts';
import type { FromWorker, FunctionContextFacts, ToWorker } from './function-messages.ts';

type Failure = Extract<Invocation, { kind: 'failed' }>;

/** What one running invocation waits for. */
interface Waiting {
  onMessage(message: FromWorker): void;
  onExit(failure: Failure): void;
}

/**
 * A thread that runs one function. Requests share it side by side, where Lambda would start an instance for each.
 * It ends by `retire` (when the running ones are done) or when the function itself brings it down.
 */
export class FunctionThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 0;
  #retired = false;
  #ended = false;

  constructor(
    { codeDirectory, handler, memoryMegabytes }: DeployedFunction,
    environment: Readonly<Record<string, string>>,
    log: (line: string) => void,
  ) {
    this.#worker = new Worker(new URL('./function-worker.ts', import.meta.url), {
      env: environment,
      workerData: { codeDirectory, handler },
      // One that hoards ends alone: without a bound it would take the machine's memory first.
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      stdout: true,
      stderr: true,
    });
    this.#worker.stdout.setEncoding('utf8').on('data', log);
    this.#worker.stderr.setEncoding('utf8').on('data', log);
    this.#worker.on('message', (message: FromWorker) => this.#waiting.get(message.id)?.onMessage(message));
    this.#worker.on('error', (error: Error) => this.#end(error.name, error.message));
    this.#worker.on('exit', (code) =>
      this.#end('Runtime.ExitError', `the function exited with code ${code}`),
    );
  }

  /** Whether new invocations may come. */
  get open(): boolean {
    return !this.#retired && !this.#ended;
  }

  invoke(event: unknown, context: FunctionContextFacts): Promise<Invocation> {
    return new Promise((resolve) => {
      const id = this.#begin(event, context, false, {
        onMessage: (message) => {
          this.#finish(id);
          if (message.type === 'result') resolve({ kind: 'result', payload: JSON.parse(message.json) });
          else if (message.type === 'failed') resolve({ ...message, kind: 'failed' });
        },
        onExit: resolve,
      });
    });
  }

  invokeStreaming(event: unknown, context: FunctionContextFacts): Promise<StreamedInvocation> {
    return new Promise((resolve) => {
      const say = (message: ToWorker) => this.#worker.postMessage(message);
      let pieceWaits = false;
      const body = new Readable({
        read: () => {
          if (pieceWaits) say({ type: 'taken', id });
          pieceWaits = false;
        },
        destroy: (error, done) => {
          if (this.#waiting.has(id)) say({ type: 'abandoned', id });
          done(error);
        },
      });
      const fail = (failure: Failure) => {
        resolve(failure);
        body.destroy(new Error(failure.errorMessage));
      };
      // Where nobody took the body yet, its failure is told by the invocation itself.
      body.on('error', () => undefined);
      const id = this.#begin(event, context, true, {
        onMessage: (message) => {
          if (message.type === 'prelude')
            resolve({ kind: 'streaming', prelude: JSON.parse(message.json), body });
          else if (message.type === 'piece') {
            if (body.push(message.piece)) say({ type: 'taken', id });
            else pieceWaits = true;
          } else {
            this.#finish(id);
            if (message.type === 'failed') fail({ ...message, kind: 'failed' });
            else body.push(null);
          }
        },
        onExit: fail,
      });
    });
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

  #begin(event: unknown, context: FunctionContextFacts, streamed: boolean, waiting: Waiting): number {
    const id = this.#nextId++;
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ type: 'invoke', id, streamed, event, context } satisfies ToWorker);
    return id;
  }

  #finish(id: number): void {
    this.#waiting.delete(id);
    this.#endWhenIdle();
  }

  #endWhenIdle(): void {
    if (this.#retired && this.#waiting.size === 0) void this.terminate();
  }

  #end(errorType: string, errorMessage: string): void {
    this.#ended = true;
    for (const waiting of this.#waiting.values()) waiting.onExit({ kind: 'failed', errorType, errorMessage });
    this.#waiting.clear();
  }
}
