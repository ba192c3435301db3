import * as z from 'zod/mini';

/** EventBridge event of S3 for an object that was put. Unlike in S3's own notifications, the key is not URL-encoded. */
const objectCreated = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.literal('Object Created'),
  detail: z.object({
    object: z.object({
      key: z.string().check(z.minLength(1)),
      etag: z.string().check(z.minLength(1)),
      sequencer: z.optional(z.string().check(z.minLength(1))),
    }),
  }),
});

/** A file that was put into the import bucket. */
export interface FilePut {
  readonly key: string;
  /** ETag without the quotation marks of HTTP. */
  readonly etag: string;
  /** S3's sequencer, hexadecimal: each put under the same key has a greater one, as isPutBefore compares them. */
  readonly sequencer: string | undefined;
}

/**
 * Whether the put with the first sequencer came before that with the second, under the same key. S3 specifies the order:
 * the shorter is padded at its right with zeros, and both are compared as text.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export const isPutBefore = (first: string, second: string): boolean => {
  const length = Math.max(first.length, second.length);
  const padded = (sequencer: string) => sequencer.toUpperCase().padEnd(length, '0');
  return padded(first) < padded(second);
};

const message = z.pipe(
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((body, context): unknown => {
        try {
          return JSON.parse(body);
        } catch {
          context.issues.push({ code: 'custom', message: 'not JSON', input: body });
          return z.NEVER;
        }
      }),
    ),
    objectCreated,
  ),
  z.transform(
    ({ detail: { object } }): FilePut => ({
      key: object.key,
      etag: object.etag.replaceAll('"', ''),
      sequencer: object.sequencer,
    }),
  ),
);

/** SQS event of the importer: one message, with the event of one file. */
export const importEvent = z.pipe(
  z.object({ Records: z.tuple([z.object({ body: message })]) }),
  z.transform(({ Records: [{ body }] }) => body),
);
