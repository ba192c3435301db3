import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';

/** Maximum number of entries in a PutEvents. */
const mostEntries = 10;

/**
 * Maximum size of a batch in bytes: EventBridge's limit before 2026, when it became 1 MB; larger batches would save
 * little.
 */
const mostBytes = 256 * 1024;

const bytesOf = (text = ''): number => Buffer.byteLength(text);

/** Returns the size of an entry in bytes, as EventBridge counts it. */
const sizeOf = ({ Time, Source, DetailType, Detail }: PutEventsRequestEntry): number =>
  (Time ? 14 : 0) + bytesOf(Source) + bytesOf(DetailType) + bytesOf(Detail);

/** Splits entries into batches within the limits of a request, in order; one that is too large stands alone. */
export const inBatches = (
  entries: readonly PutEventsRequestEntry[],
): readonly (readonly PutEventsRequestEntry[])[] => {
  const batches: PutEventsRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = sizeOf(entry);
    const last = batches.at(-1);
    if (last && last.length < mostEntries && bytes + size <= mostBytes) {
      last.push(entry);
      bytes += size;
    } else {
      batches.push([entry]);
      bytes = size;
    }
  }
  return batches;
};
