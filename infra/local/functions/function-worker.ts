import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type MessagePort, parentPort, type Transferable, workerData } from 'node:worker_threads';
import { type FunctionFailure, failureOf } from './function-host.ts';
import { lambdaContextOf } from './lambda-context.ts';
import { isStreaming, offerStreamingRuntime, onPrelude } from './streaming-runtime.ts';

/** The thread of one deployed function, which loads and calls it as Lambda's Node.js runtime does. */

/** The thread's `workerData`. */
export interface WorkerSetup {
  readonly codeDirectory: string;
  /** `file.export`. */
  readonly handler: string;
  readonly functionName: string;
  readonly alias: string | undefined;
  readonly memoryMegabytes: number;
}

/** Message to the thread: an invocation. */
export interface Call {
  readonly id: number;
  readonly requestId: string;
  /** JSON. */
  readonly event: string;
  readonly streamed: boolean;
  /** Epoch milliseconds. */
  readonly deadline: number;
}

/** Message from the thread. Replies to a call after the first have no effect. */
export interface Reply {
  readonly id: number;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'result'; readonly json: string }
  | FunctionFailure
  | { readonly kind: 'whole'; readonly prelude: string; readonly body: Uint8Array }
  /** The body is transferred. It fails if the function fails. */
  | { readonly kind: 'streaming'; readonly prelude: string; readonly body: ReadableStream<Uint8Array> };

type SendReply = (outcome: Outcome, transferred?: readonly Transferable[]) => void;

/**
 * Bytes of JSON that a function may return. Lambda's quotas say 6 MB
 * (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html, "Invocation payload"); its error message,
 * which is the one below, has the exact number.
 */
const maxResultBytes = 6_291_556;

/** A response of up to so many bytes is one message. As a stream, a small one would take three times as long. */
const maxWholeBytes = 64 * 1024;

/** Bytes that a function may be ahead of the reader. Everything written while a chunk is on its way is the next chunk. */
const maxBytesAhead = 256 * 1024;

const serve = (port: MessagePort, setup: WorkerSetup): void => {
  const handler = loadHandler(setup);
  const contextOf = lambdaContextOf(setup);

  const run = async (call: Call, reply: SendReply): Promise<void> => {
    const result: unknown = await handler(JSON.parse(call.event), contextOf(call));
    reply({ kind: 'result', json: resultJson(result) });
  };

  const stream = async (call: Call, reply: SendReply): Promise<void> => {
    if (!isStreaming(handler)) throw new Error(`${setup.handler} does not stream its response`);
    const response = new ResponseStream(reply);
    onPrelude(response, (prelude) => response.begin(prelude));
    try {
      await handler(JSON.parse(call.event), response, contextOf(call));
      if (!response.writableEnded) response.end();
      await finished(response);
      response.complete();
    } catch (error) {
      response.fail(error);
      throw error;
    }
  };

  port.on('message', async (call: Call) => {
    const reply: SendReply = (outcome, transferred = []) =>
      port.postMessage({ id: call.id, outcome } satisfies Reply, transferred);
    try {
      await (call.streamed ? stream(call, reply) : run(call, reply));
    } catch (error) {
      reply(failureOf(error));
    }
  });
};

const loadHandler = ({ codeDirectory, handler }: WorkerSetup) => {
  const [file = '', exported = ''] = handler.split('.');
  const module: Record<string, unknown> = createRequire(join(codeDirectory, 'index.cjs'))(`./${file}.cjs`);
  const found = module[exported];
  if (typeof found !== 'function') throw new Error(`${handler} is not a function`);
  return found;
};

const resultJson = (result: unknown): string => {
  const json = JSON.stringify(result) ?? 'null';
  if (Buffer.byteLength(json) > maxResultBytes) {
    throw runtimeError(
      'Function.ResponseSizeTooLarge',
      `Response payload size exceeded maximum allowed payload size (${maxResultBytes} bytes).`,
    );
  }
  return json;
};

/**
 * The stream that a streaming function writes its response to. Up to `maxWholeBytes` are held back; a longer response
 * becomes a web stream, and each of its chunks is sent when the reader asks for it.
 */
class ResponseStream extends Writable {
  readonly #reply: SendReply;
  #prelude: string | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Lets the function continue to write. */
  #proceed: (() => void) | undefined;

  constructor(reply: SendReply) {
    super({ highWaterMark: maxBytesAhead });
    this.#reply = reply;
    // A function learns of errors from its own writes. Without a listener they would end the thread.
    this.on('error', () => undefined);
  }

  /** Sets status and headers of the response. */
  begin(prelude: unknown): void {
    this.#prelude = JSON.stringify(prelude);
  }

  /** Completes the response, once everything is written. Throws if the function set no status. */
  complete(): void {
    if (this.#prelude === undefined) throw missingPrelude();
    if (this.#controller) this.#controller.close();
    else this.#reply({ kind: 'whole', prelude: this.#prelude, body: new Uint8Array(this.#takeHeld()) });
  }

  /** Breaks the response off. */
  fail(error: unknown): void {
    this.#controller?.error(new Error(failureOf(error).errorMessage));
    this.destroy();
  }

  /** Takes everything that was written while the previous chunk was on its way as one chunk. */
  override _writev(writes: readonly { readonly chunk: Buffer }[], done: (error?: Error) => void): void {
    const chunk = Buffer.concat(writes.map((write) => write.chunk));
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    const isHeldBack = !this.#controller && this.#heldBytes <= maxWholeBytes;
    if (chunk.length === 0 || isHeldBack) done();
    else if (this.#prelude === undefined) done(missingPrelude());
    else {
      if (!this.#controller) this.#openBody(this.#prelude);
      this.#proceed = done;
      this.#controller?.enqueue(this.#takeHeld());
    }
  }

  #takeHeld(): Buffer {
    const held = Buffer.concat(this.#held);
    this.#held = [];
    return held;
  }

  #openBody(prelude: string): void {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          const proceed = this.#proceed;
          this.#proceed = undefined;
          proceed?.();
        },
        cancel: () => {
          this.destroy(new Error('the client went away'));
        },
      },
      // It asks for a chunk only when the reader does.
      { highWaterMark: 0 },
    );
    this.#reply({ kind: 'streaming', prelude, body }, [body]);
  }
}

const missingPrelude = () =>
  runtimeError('Runtime.NoPrelude', 'the function wrote a response without status and headers');

const runtimeError = (name: string, message: string): Error => Object.assign(new Error(message), { name });

offerStreamingRuntime();
if (parentPort) serve(parentPort, workerData);
