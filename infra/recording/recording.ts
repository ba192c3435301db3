import * as z from 'zod';

/** Messages between record-answers.ts and the process with the stack. */

export const recording = z.strictObject({
  dataDirectory: z.string(),
  /** Version that requests name instead of the one that the stack publishes. */
  stableVersion: z.string(),
  requests: z.array(
    z.strictObject({
      method: z.string(),
      /** Path and query. */
      path: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
      key: z.string(),
    }),
  ),
});
export type Recording = z.infer<typeof recording>;

const sentAnswer = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type SentAnswer = z.infer<typeof sentAnswer>;

/** Answers in the order of the requests, and the version of the network that they are from. */
export const recorded = z.strictObject({ version: z.string(), answers: z.array(sentAnswer) });
export type Recorded = z.infer<typeof recorded>;
