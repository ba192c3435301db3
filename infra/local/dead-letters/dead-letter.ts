import * as z from 'zod';

/** An event that no function took in the end. */
export const deadLetter = z.object({
  /** The queue that the template names for it. */
  queue: z.string().min(1),
  /** When it was given up: ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** What sent it. */
  source: z.object({ kind: z.enum(['schedule', 'stream', 'queue']), name: z.string().min(1) }),
  functionName: z.string().min(1),
  /** The event as it was sent; of changes of a table alone where they are in its stream. */
  sent: z.unknown(),
  /** How the last attempt failed. */
  why: z.string(),
});
export type DeadLetter = z.infer<typeof deadLetter>;
