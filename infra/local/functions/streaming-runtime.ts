import type { Writable } from 'node:stream';

/** The mark by which Lambda's Node.js runtime knows handlers that stream their answer. */
const streamingMark = Symbol.for('aws.lambda.runtime.handler.streaming');

const preludeListeners = new WeakMap<Writable, (prelude: unknown) => void>();

/** Calls `listener` with the status and headers that the function gives the stream. */
export const onPrelude = (stream: Writable, listener: (prelude: unknown) => void): void => {
  preludeListeners.set(stream, listener);
};

/** Whether a handler went through `awslambda.streamifyResponse`. */
export const isStreaming = (handler: object): boolean => streamingMark in handler;

/** Puts the `awslambda` global in place that the runtime offers to streaming functions. */
export const offerStreamingRuntime = (): void => {
  Object.assign(globalThis, {
    awslambda: {
      streamifyResponse: <Handler extends object>(handler: Handler): Handler =>
        Object.assign(handler, { [streamingMark]: 'response' }),
      HttpResponseStream: {
        from: (stream: Writable, prelude: unknown): Writable => {
          preludeListeners.get(stream)?.(prelude);
          return stream;
        },
      },
    },
  });
};
