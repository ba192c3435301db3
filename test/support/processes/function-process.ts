import { isStreaming, loadHandler, runStreaming } from '../streaming-runtime.ts';
import { peakMegabytes } from './megabytes.ts';

/** Runs a function, which handles events in sequence, and reports its memory and processor time. */

const [, , file = ''] = process.argv;

const statusOf = (answer: unknown): unknown => {
  const { statusCode, status = 'answered' }: { statusCode?: unknown; status?: unknown } = answer ?? {};
  return statusCode ?? status;
};

const began = process.cpuUsage();
const handler = loadHandler(file);

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
