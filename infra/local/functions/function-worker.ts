import { createRequire } from 'node:module';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import { localAccount } from '../template/physical-names.ts';
import type { FromWorker, FunctionContextFacts, ToWorker } from './function-messages.ts';
import { PieceStream } from './piece-stream.ts';
import { isStreaming, offerStreamingRuntime, onPrelude } from './streaming-runtime.ts';

/** One deployed function in a thread of its own, loaded and called as Lambda's Node.js runtime does it. */

const setup = z.object({ codeDirectory: z.string(), handler: z.string() }).parse(workerData);
const streams = new Map<number, PieceStream>();

const functionArn = (name: string) =>
  `arn:aws:lambda:${process.env.AWS_REGION}:${localAccount}:function:${name}`;

const lambdaContext = ({
  functionName,
  alias,
  memoryMegabytes,
  requestId,
  deadline,
}: FunctionContextFacts) => ({
  functionName,
  // There is one version of each function here, the first.
  functionVersion: alias === undefined ? '$LATEST' : '1',
  invokedFunctionArn: functionArn(alias === undefined ? functionName : `${functionName}:${alias}`),
  memoryLimitInMB: String(memoryMegabytes),
  awsRequestId: requestId,
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: 'local',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
});

const loadHandler = () => {
  const [file = '', exported = ''] = setup.handler.split('.');
  const module: Record<string, unknown> = createRequire(join(setup.codeDirectory, 'index.cjs'))(
    `./${file}.cjs`,
  );
  const handler = module[exported];
  if (typeof handler !== 'function') throw new Error(`${setup.handler} is not a function`);
  return handler;
};

const serve = (port: MessagePort): void => {
  const say = (message: FromWorker) => port.postMessage(message);
  const handler = loadHandler();

  const stream = async ({ id, event, context }: Extract<ToWorker, { type: 'invoke' }>) => {
    if (!isStreaming(handler)) throw new Error(`${setup.handler} does not stream its answer`);
    const pieces = new PieceStream((piece) => say({ type: 'piece', id, piece }));
    // A client that went away is told to the function through its own writes; the thread must outlive it.
    pieces.on('error', () => undefined);
    streams.set(id, pieces);
    onPrelude(pieces, (prelude) => say({ type: 'prelude', id, json: JSON.stringify(prelude) }));
    try {
      await handler(event, pieces, lambdaContext(context));
      pieces.end();
      await finished(pieces);
      say({ type: 'end', id });
    } finally {
      streams.delete(id);
    }
  };

  const answer = async (message: Extract<ToWorker, { type: 'invoke' }>): Promise<void> => {
    const { id, event, context } = message;
    try {
      if (message.streamed) return await stream(message);
      const result: unknown = await handler(event, lambdaContext(context));
      say({ type: 'result', id, json: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      const errorType = error instanceof Error ? error.name : typeof error;
      const errorMessage = error instanceof Error ? error.message : String(error);
      say({ type: 'failed', id, errorType, errorMessage });
    }
  };

  port.on('message', (message: ToWorker) => {
    if (message.type === 'invoke') void answer(message);
    else if (message.type === 'taken') streams.get(message.id)?.taken();
    else streams.get(message.id)?.destroy(new Error('the client went away'));
  });
};

offerStreamingRuntime();
if (parentPort) serve(parentPort);
