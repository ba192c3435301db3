import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { isStreaming, offerStreamingRuntime } from '../../../infra/local/functions/streaming-runtime.ts';
import type { LambdaFunction } from '../streaming-runtime.ts';

/**
 * Starts a function as Lambda does, and sends it a first event if one is given. Usage: `cold-start-process.cjs
 * index.cjs event`. This file is itself bundled to CommonJS, so that only Node starts before the function. The last
 * line of output contains the times at which the function was loaded and at which it had handled the event.
 */
const [, , bundle = '', event] = process.argv;

const isFunction = (exported: unknown): exported is LambdaFunction => typeof exported === 'function';

/** Returns the milliseconds since the process started, and the processor milliseconds of all its threads. */
const sinceStart = () => {
  const { user, system } = process.cpuUsage();
  return { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
};

offerStreamingRuntime();
const { handler }: Record<string, unknown> = createRequire(bundle)(bundle);
if (!isFunction(handler)) throw new Error(`${bundle} exports no handler`);
const loaded = sinceStart();

const context = { awsRequestId: 'a-request', getRemainingTimeInMillis: () => 9_000 };
const streamed: Buffer[] = [];
const answerStream = () =>
  new Writable({
    write(part, _encoding, done) {
      streamed.push(part);
      done();
    },
  });

const answer = async (asked: string): Promise<unknown> => {
  const given: unknown = JSON.parse(asked);
  if (!isStreaming(handler)) return Reflect.apply(handler, undefined, [given, context]);
  const stream = answerStream();
  await Reflect.apply(handler, undefined, [given, stream, context]);
  return { body: Buffer.concat(streamed).toString() };
};

void Promise.resolve(event === undefined ? undefined : answer(event)).then((result) => {
  const answered = sinceStart();
  const report = JSON.stringify({ loaded, answered, result });
  process.stdout.write(`\n${report}\n`, () => process.exit(0));
});
