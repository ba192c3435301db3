// Imported first, because the files of streaming handlers use it when they load.
import '../streaming-runtime.ts';

import { createRequire } from 'node:module';
import { isStreaming, type LambdaFunction, runStreaming } from '../streaming-runtime.ts';
import { peakMegabytes } from './peak-megabytes.ts';

/** Runs a bundled function, which handles events in sequence, and reports its memory and processor time. */

const [, , file = ''] = process.argv;

const statusOf = (answer: unknown): unknown =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer ? answer.statusCode : 'answered';

const began = process.cpuUsage();
const module: Record<string, unknown> = createRequire(import.meta.url)(file);
const isFunction = (exported: unknown): exported is LambdaFunction => typeof exported === 'function';
const { handler } = module;
if (!isFunction(handler)) throw new Error(`${file} exports no handler`);

const answer = async (event: unknown): Promise<unknown> => {
  if (!isStreaming(handler)) return statusOf(await Reflect.apply(handler, undefined, [event, {}]));
  const { prelude } = await runStreaming(handler, event);
  return statusOf(prelude);
};

const processorMilliseconds = (): number => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

process.on('message', async (events: readonly unknown[]) => {
  const statuses = new Set<unknown>();
  for (const event of events) statuses.add(await answer(event));
  process.send?.({
    statuses: [...statuses],
    processorMilliseconds: processorMilliseconds(),
    peakMegabytes: peakMegabytes(),
  });
});
process.send?.({ statuses: [], processorMilliseconds: processorMilliseconds(), peakMegabytes: 0 });
