import { isStreaming, loadHandler, runStreaming } from '../streaming-runtime.ts';

/** Starts a function as Lambda does: `cold-start-process.cjs index.cjs [event]`. It is bundled itself. */
const [, , bundle = '', event] = process.argv;

const sinceStart = () => {
  const { user, system } = process.cpuUsage();
  return { milliseconds: performance.now(), processorMilliseconds: (user + system) / 1_000 };
};

const handler = loadHandler(bundle);
const loaded = sinceStart();

const context = { awsRequestId: 'a-request', getRemainingTimeInMillis: () => 9_000 };

const answer = async (asked: string): Promise<unknown> => {
  const given: unknown = JSON.parse(asked);
  if (!isStreaming(handler)) return Reflect.apply(handler, undefined, [given, context]);
  return { body: (await runStreaming(handler, given, context)).body.toString() };
};

void Promise.resolve(event === undefined ? undefined : answer(event)).then((result) => {
  const answered = sinceStart();
  const report = JSON.stringify({ loaded, answered, result });
  process.stdout.write(`\n${report}\n`, () => process.exit(0));
});
