import * as z from 'zod';

/** What S3 tells of an object that was put, as EventBridge hands it on. Unlike in S3's own messages the key is as it is. */
const objectCreated = z.object({
  source: z.literal('aws.s3'),
  'detail-type': z.literal('Object Created'),
  detail: z.object({
    object: z.object({
      key: z.string().min(1),
      etag: z.string().min(1),
      sequencer: z.string().min(1).optional(),
    }),
  }),
});

/** A file that was put into the import bucket. */
export interface FilePut {
  readonly key: string;
  /** Without the quotes that HTTP has it in. */
  readonly etag: string;
  /** Another each time that something is put under the key. */
  readonly sequencer: string | undefined;
}

const message = z
  .string()
  .transform((body, context): unknown => {
    try {
      return JSON.parse(body);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(objectCreated)
  .transform(
    ({ detail: { object } }): FilePut => ({
      key: object.key,
      etag: object.etag.replaceAll('"', ''),
      sequencer: object.sequencer,
    }),
  );

/** What SQS invokes the importer with: one message, the event of one file. */
export const importEvent = z
  .object({ Records: z.tuple([z.object({ body: message })]) })
  .transform(({ Records: [{ body }] }) => body);
