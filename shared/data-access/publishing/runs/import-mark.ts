import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { lastImportKey } from '../../../domain/location/publication/object-keys.ts';
import { importModes } from '../../import/import-mode.ts';
import { type Bucket, readObject } from '../../objects/bucket.ts';
import { storeCall } from '../../store-failure.ts';
import { DamagedPublication } from '../damaged-publication.ts';

const importMark = z.object({
  kind: z.string().min(1),
  /** Mode of the import. */
  mode: z.enum(importModes),
  startedAt: z.iso.datetime(),
  /** Identity of its files; absent if unknown, or in marks of earlier releases. */
  file: z.string().min(1).optional(),
  /** End of the import; absent while it runs, and for good if it was interrupted. */
  endedAt: z.iso.datetime().optional(),
});
/** Mark of an import that has begun to write to the tables. */
export type ImportMark = z.infer<typeof importMark>;

/** Last import according to its mark. */
export interface LastImport {
  /** Changes with the start and end of each import; absent before the first. */
  readonly tag?: string;
  readonly mark?: ImportMark;
}

/** Reads the mark of the last import. Throws StoreUnavailable, or DamagedPublication if the mark cannot be read. */
export const readLastImport = async (bucket: Bucket): Promise<LastImport> => {
  const reading = await readObject(bucket, lastImportKey);
  if (reading.kind !== 'found') return {};
  try {
    const mark = importMark.parse(JSON.parse(Buffer.from(reading.bytes).toString('utf8')));
    return { tag: reading.etag, mark };
  } catch (error) {
    throw new DamagedPublication(`${lastImportKey} cannot be read`, { cause: error });
  }
};

/**
 * Reads the mark of an unfinished import, half of which would be published now; undefined if there is none. Throws
 * StoreUnavailable, or DamagedPublication if the mark cannot be read.
 */
export const readUnfinishedImport = async (bucket: Bucket): Promise<ImportMark | undefined> => {
  const { mark } = await readLastImport(bucket);
  return mark?.endedAt === undefined ? mark : undefined;
};

const putMark = async ({ client, bucket }: Bucket, mark: ImportMark): Promise<void> => {
  const command = new PutObjectCommand({
    Bucket: bucket,
    Key: lastImportKey,
    Body: `${JSON.stringify(importMark.parse(mark))}\n`,
    ContentType: 'application/json',
  });
  await storeCall('marking the import', () => client.send(command));
};

/** Marks an import as begun, which holds back unforced publications until it ends. Throws StoreUnavailable. */
export const markImportBegun = (bucket: Bucket, mark: Omit<ImportMark, 'endedAt'>): Promise<void> =>
  putMark(bucket, mark);

/** Marks an import as ended: the tables are complete again. Throws StoreUnavailable. */
export const markImportEnded = (
  bucket: Bucket,
  mark: Omit<ImportMark, 'endedAt'>,
  endedAt: Date,
): Promise<void> => putMark(bucket, { ...mark, endedAt: endedAt.toISOString() });
