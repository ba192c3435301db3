import { createHash } from 'node:crypto';

/** Header that makes it safe to retry an enquiry. */
export const idempotencyHeader = 'idempotency-key';

/** Placeholder for a sample's key, which depends on the body. */
export const keyPlaceholder = '{key}';

/** Advice beside each sample that prints such a key, as Markdown. */
export const idempotencyAdvice =
  'Replace the `idempotency-key` shown here with a new one of your own (`crypto.randomUUID()` in JavaScript, `uuid.uuid4()` in Python, `uuidgen` in a shell). A key works ' +
  'for one body only, for 24 hours.';

/**
 * Returns the idempotency key for a printed sample. It is a UUID that depends only on the body, so that samples with
 * different bodies never share a key. Otherwise, the API would return 400.
 */
export const sampleIdempotencyKey = (body: string): string => {
  const hex = createHash('sha256').update(body).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
