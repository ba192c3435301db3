import * as z from 'zod';

/** The request that created an object, as those who wait for objects are told of it. */
const creation = z.strictObject({
  reason: z.enum(['PutObject', 'CompleteMultipartUpload']),
  requestId: z.string().min(1),
  sourceAddress: z.string(),
});
export type Creation = z.infer<typeof creation>;

/** A creation that was not told yet. It stays in the object's record until it was. */
export const untoldCreation = creation.extend({
  /** Hexadecimal digits, as many each time: of two objects of one key the later has the greater. */
  sequencer: z.string().regex(/^[0-9A-F]{16}$/),
});

let last = 0;

/** A sequencer greater than all before it in this process, and than those of an earlier one unless the clock was set back. */
export const nextSequencer = (): string => {
  // Thousandths of a millisecond leave room for more than one object in each.
  last = Math.max(last + 1, Date.now() * 1_000);
  return last.toString(16).toUpperCase().padStart(16, '0');
};
