import { PutObjectCommand } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { lastImportKey } from '../../../domain/location/publication/object-keys.ts';
import { importModes } from '../../import/import-mode.ts';
import { type Bucket, readObject } from '../../objects/bucket.ts';
import { storeCall } from '../../store-failure.ts';
import { DamagedPublication } from '../damaged-publication.ts';

const importMark = z.object({
  kind: z.string().min(1),
  /** Whether it brings its whole kind to what its files say, or only adds and replaces. */
  mode: z.enum(importModes),
  startedAt: z.iso.datetime(),
  /** Tells its file, or files, from others; absent where they cannot be told, or an earlier release wrote the mark. */
  file: z.string().min(1).optional(),
  /** Absent while it writes, and for ever where it did not come to its end. */
  endedAt: z.iso.datetime().optional(),
});
/** An import that has begun to write to the tables. */
export type ImportMark = z.infer<typeof importMark>;

/** The last import, as its mark tells of it. */
export interface LastImport {
  /** Another with every import that begins or ends; absent before the first. */
  readonly tag?: string;
  readonly mark?: ImportMark;
}

/** Throws StoreUnavailable, or DamagedPublication where the mark is there and cannot be read. */
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
 * The import whose half would be published now; undefined where there is none. Throws StoreUnavailable, or
 * DamagedPublication where the mark is there and cannot be read.
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

/** Keeps every run that is not forced from publishing, until the import has ended. Throws StoreUnavailable. */
export const markImportBegun = (bucket: Bucket, mark: Omit<ImportMark, 'endedAt'>): Promise<void> =>
  putMark(bucket, mark);

/** What is stored is whole again. Throws StoreUnavailable. */
export const markImportEnded = (
  bucket: Bucket,
  mark: Omit<ImportMark, 'endedAt'>,
  endedAt: Date,
): Promise<void> => putMark(bucket, { ...mark, endedAt: endedAt.toISOString() });
