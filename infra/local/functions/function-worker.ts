import { createRequire } from 'node:module';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FromWorker, Invoke, ToWorker, WorkerSetup } from './function-messages.ts';
import { lambdaContextOf } from './lambda-context.ts';
import { gatherTurn } from './one-turn.ts';
import { answerPacker } from './packed-answer.ts';
import { PieceStream } from './piece-stream.ts';
import { resultJson } from './result-json.ts';
import { isStreaming, offerStreamingRuntime, onPrelude } from './streaming-runtime.ts';

/** One deployed function in a thread of its own, loaded and called as Lambda's Node.js runtime does it. */

// From this program itself, so that it is not checked: each thread would load zod for it.
const setup: WorkerSetup = workerData;
/** By the number of the invocation. */
const streams: (PieceStream | undefined)[] = [];

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
  const packed = answerPacker();
  const tell = gatherTurn<() => readonly FromWorker[]>((made) =>
    port.postMessage(packed(made.flatMap((messages) => messages()))),
  );
  const handler = loadHandler();
  const contextOf = lambdaContextOf(setup);

  const stream = async (invoke: Invoke) => {
    if (!isStreaming(handler)) throw new Error(`${setup.handler} does not stream its answer`);
    const pieces = new PieceStream(invoke.id, tell);
    // A client that went away is told to the function through its own writes; the thread must outlive it.
    pieces.on('error', () => undefined);
    streams[invoke.id] = pieces;
    onPrelude(pieces, (prelude) => pieces.begin(JSON.stringify(prelude)));
    try {
      await handler(invoke.event, pieces, contextOf(invoke));
      if (!pieces.writableEnded) pieces.end();
      // Only what is beyond the window has to be waited for.
      if (!pieces.isWritten) await finished(pieces);
      pieces.over();
    } catch (error) {
      pieces.cutOff();
      throw error;
    } finally {
      streams[invoke.id] = undefined;
    }
  };

  const answer = async (invoke: Invoke): Promise<void> => {
    const { id } = invoke;
    try {
      if (invoke.streamed) return await stream(invoke);
      const result: unknown = await handler(invoke.event, contextOf(invoke));
      const json = resultJson(result);
      tell(() => [{ type: 'result', id, json }]);
    } catch (error) {
      const errorType = error instanceof Error ? error.name : typeof error;
      const errorMessage = error instanceof Error ? error.message : String(error);
      tell(() => [{ type: 'failed', id, errorType, errorMessage }]);
    }
  };

  port.on('message', (text: string) => {
    const messages: readonly ToWorker[] = JSON.parse(text);
    for (const message of messages) {
      if (message.type === 'invoke') void answer(message);
      else if (message.type === 'taken') streams[message.id]?.taken(message.length);
      else streams[message.id]?.destroy(new Error('the client went away'));
    }
  });
};

offerStreamingRuntime();
if (parentPort) serve(parentPort);
