import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import {
  isStreaming,
  offerStreamingRuntime,
  onPrelude,
} from '../../infra/local/functions/streaming-runtime.ts';

// Handlers use the runtime when they load, so this file must be imported before theirs.
offerStreamingRuntime();

export { isStreaming };

/** Handler as exported by its file. Lambda determines its arguments. */
export type LambdaFunction = (...given: never[]) => unknown;

const isFunction = (exported: unknown): exported is LambdaFunction => typeof exported === 'function';

/** Loads the handler that a file exports. Throws an Error if there is none. */
export const loadHandler = (file: string): LambdaFunction => {
  const { handler }: Record<string, unknown> = createRequire(file)(file);
  if (!isFunction(handler)) throw new Error(`${file} exports no handler`);
  return handler;
};

export interface StreamedAnswer {
  /** Status and headers, which are sent before the body. */
  readonly prelude: unknown;
  readonly body: Buffer;
  readonly partSizes: readonly number[];
}

export const runStreaming = async (
  handler: LambdaFunction,
  event: unknown,
  context: object = {},
): Promise<StreamedAnswer> => {
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
  await Reflect.apply(handler, undefined, [event, stream, context]);
  return { prelude, body: Buffer.concat(parts), partSizes: parts.map(({ length }) => length) };
};
