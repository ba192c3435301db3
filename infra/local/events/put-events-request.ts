import * as z from 'zod';

/** The limits of PutEvents: entries of one request, and bytes of all of them together. */
const mostEntries = 10;
const mostBytes = 1024 * 1024;

const entry = z.object({
  EventBusName: z.string().optional(),
  Source: z.string().optional(),
  DetailType: z.string().optional(),
  Detail: z.string().optional(),
  /** Epoch seconds. */
  Time: z.number().optional(),
  Resources: z.array(z.string()).default([]),
});
export type EventEntry = z.output<typeof entry>;

const bytesOf = (text = ''): number => Buffer.byteLength(text);

/** As EventBridge counts it. */
const sizeOf = ({ Time, Source, DetailType, Detail, Resources }: EventEntry): number =>
  (Time === undefined ? 0 : 14) +
  [Source, DetailType, Detail, ...Resources].map(bytesOf).reduce((a, b) => a + b);

/** What PutEvents is sent. */
export const putEventsRequest = z.object({
  Entries: z
    .array(entry)
    .min(1)
    .max(mostEntries)
    .refine((entries) => entries.map(sizeOf).reduce((a, b) => a + b, 0) < mostBytes, {
      error: 'Total size of the entries in the request is over the limit.',
    }),
});
