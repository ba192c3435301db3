import { createRequire } from 'node:module';
import { Writable } from 'node:stream';
import { isStreaming, offerStreamingRuntime } from '../../../infra/local/functions/streaming-runtime.ts';
import type { LambdaFunction } from '../streaming-runtime.ts';

/** Starts a function as Lambda does: `cold-start-process.cjs index.cjs [event]`. It is bundled itself. */
const [, , bundle = '', event] = process.argv;

const isFunction = (exported: unknown): exported is LambdaFunction => typeof exported === 'function';

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
