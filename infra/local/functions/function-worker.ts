import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type MessagePort, parentPort, type Transferable, workerData } from 'node:worker_threads';
import { functionArn } from '../template/physical-names.ts';
import { type FunctionFailure, failureOf } from './failure.ts';
import { isStreaming, offerStreamingRuntime, onPrelude } from './streaming-runtime.ts';

/** The `workerData` of a thread, which loads and invokes one function as Lambda's Node.js runtime does. */
export interface WorkerSetup {
  readonly codeDirectory: string;
  /** Handler in the form `file.export`. */
  readonly handler: string;
  readonly functionName: string;
  readonly memoryMegabytes: number;
}

/** Message to the thread, which invokes the function. */
export interface Call {
  readonly id: number;
  readonly requestId: string;
  /** Event as JSON. */
  readonly event: string;
  readonly streamed: boolean;
  /** Deadline of the invocation in epoch milliseconds. */
  readonly deadline: number;
}

/** Message from the thread. Only the first reply to a call has an effect. */
export interface Reply {
  readonly id: number;
  readonly outcome: Outcome;
}

export type Outcome =
  | { readonly kind: 'result'; readonly json: string }
  | FunctionFailure
  | {
      readonly kind: 'streamed';
      readonly prelude: string;
      /** Body of the response. A stream is transferred, and fails if the function fails. */
      readonly body: Uint8Array | ReadableStream<Uint8Array>;
    };

type SendReply = (outcome: Outcome, transferred?: readonly Transferable[]) => void;

/** Maximum bytes of JSON that a function may return. Lambda's quotas say 6 MB; its error message has this number. */
const maxResultBytes = 6_291_556;

/** Maximum bytes that are sent as one message, because streaming a small response would take three times as long. */
const maxWholeBytes = 64 * 1024;

/** Maximum number of bytes that a function may write ahead of the reader. They become the next chunk. */
const maxBytesAhead = 256 * 1024;

const serve = (port: MessagePort, setup: WorkerSetup): void => {
  const handler = loadHandler(setup);

  const run = async (call: Call, reply: SendReply): Promise<void> => {
    const result: unknown = await handler(JSON.parse(call.event), contextOf(setup, call));
    reply({ kind: 'result', json: resultJson(result) });
  };

  const stream = async (call: Call, reply: SendReply): Promise<void> => {
    if (!isStreaming(handler)) throw new Error(`${setup.handler} does not stream its response`);
    const response = new PassThrough({ highWaterMark: maxBytesAhead });
    // Functions see errors from their own writes. Without a listener, errors would end the thread.
    response.on('error', () => undefined);
    let prelude: string | undefined;
    onPrelude(response, (statusAndHeaders) => {
      prelude = JSON.stringify(statusAndHeaders);
    });
    const run = async () => {
      await handler(JSON.parse(call.event), response, contextOf(setup, call));
      response.end();
    };
    const running = run();
    running.catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : new Error(String(error))),
    );

    const chunks: AsyncIterator<Buffer> = response[Symbol.asyncIterator]();
    let start: Buffer = Buffer.alloc(0);
    while (start.length <= maxWholeBytes) {
      const next = await chunks.next();
      if (next.done) break;
      start = Buffer.concat([start, next.value]);
    }
    if (prelude === undefined) {
      response.destroy();
      throw runtimeError('Runtime.NoPrelude', 'the function wrote a response without status and headers');
    }
    if (start.length <= maxWholeBytes) {
      await running;
      reply({ kind: 'streamed', prelude, body: new Uint8Array(start) });
      return;
    }
    // Chunks are sent on demand.
    const pieces = bodyOf(start, chunks, running);
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        // Tells the function at once, even while the generator waits for its next chunk.
        cancel: () => void response.destroy(new Error('the client went away')),
      },
      { highWaterMark: 0 },
    );
    reply({ kind: 'streamed', prelude, body }, [body]);
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

const contextOf = ({ functionName, memoryMegabytes }: WorkerSetup, { requestId, deadline }: Call) => ({
  functionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: functionArn(functionName),
  memoryLimitInMB: String(memoryMegabytes),
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  callbackWaitsForEmptyEventLoop: true,
  awsRequestId: requestId,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

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

async function* bodyOf(
  start: Buffer,
  chunks: AsyncIterator<Buffer>,
  running: Promise<void>,
): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  await running;
}

const runtimeError = (name: string, message: string): Error => Object.assign(new Error(message), { name });

offerStreamingRuntime();
if (parentPort) serve(parentPort, workerData);
