import { Writable } from 'node:stream';
import {
  isStreaming,
  offerStreamingRuntime,
  onPrelude,
} from '../../infra/local/functions/streaming-runtime.ts';

// Handlers use the runtime on load, so import this file before theirs.
offerStreamingRuntime();

export { isStreaming };

/** Function as its file exports it; its arguments are up to Lambda. */
export type LambdaFunction = (...given: never[]) => unknown;

export interface StreamedAnswer {
  /** Status and headers, as sent ahead of the body. */
  readonly prelude: unknown;
  readonly body: Buffer;
  /** Sizes of the body's chunks in bytes. */
  readonly partSizes: readonly number[];
}

/** Runs a streaming handler, and collects its output. */
export const runStreaming = async (handler: LambdaFunction, event: unknown): Promise<StreamedAnswer> => {
  const parts: Buffer[] = [];
  const stream = new Writable({
    write(part, _encoding, done) {
      if (part.length > 0) parts.push(part);
      done();
    },
  });
  let prelude: unknown;
  onPrelude(stream, (metadata) => {
    prelude = metadata;
  });
  await Reflect.apply(handler, undefined, [event, stream, {}]);
  return { prelude, body: Buffer.concat(parts), partSizes: parts.map(({ length }) => length) };
};
