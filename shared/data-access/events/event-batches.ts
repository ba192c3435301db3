import type { PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';

/** The most entries that PutEvents takes. */
const mostEntries = 10;

/** EventBridge takes 1 MB in all; before 2026 it took 256 KB. More in one request would save next to nothing. */
const mostBytes = 256 * 1024;

const bytesOf = (text = ''): number => Buffer.byteLength(text);

/** The size of an entry as EventBridge counts it. */
const sizeOf = ({ Time, Source, DetailType, Detail }: PutEventsRequestEntry): number =>
  (Time ? 14 : 0) + bytesOf(Source) + bytesOf(DetailType) + bytesOf(Detail);

/** The entries in their order, as many together as one request may have; one that is too large stands alone. */
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
