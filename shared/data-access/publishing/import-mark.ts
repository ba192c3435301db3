import { PutObjectCommand, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { lastImportKey } from '../../domain/location/publication/object-keys.ts';
import { importModes } from '../import/import-mode.ts';
import { type Bucket, readObject } from '../objects/bucket.ts';
import { answeredWith, saysNoSuchKey } from '../s3-answers.ts';
import { storeCall } from '../store-failure.ts';
import { DamagedPublication } from './damaged-publication.ts';

const importMark = z.object({
  kind: z.string().min(1),
  /** Mode of the import. */
  mode: z.enum(importModes),
  startedAt: z.iso.datetime(),
  /** Identity of its files; absent if unknown. */
  file: z.string().min(1).optional(),
  /** Table that a restore copies from; absent for imports. */
  restoredFrom: z.string().min(1).optional(),
  /** End of the import; absent while it runs, and for good if it was interrupted. */
  endedAt: z.iso.datetime().optional(),
});
/** Mark of an import, or of a restore, that has begun to write to the tables. */
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

const markPut = (bucket: string, mark: ImportMark): PutObjectCommandInput => ({
  Bucket: bucket,
  Key: lastImportKey,
  Body: `${JSON.stringify(importMark.parse(mark))}\n`,
  ContentType: 'application/json',
});

/**
 * Marks an import as begun, which holds back unforced publications until it ends. Returns the ETag of the mark. Throws
 * StoreUnavailable.
 */
export const markImportBegun = async (
  { client, bucket }: Bucket,
  mark: Omit<ImportMark, 'endedAt'>,
): Promise<string> => {
  const command = new PutObjectCommand(markPut(bucket, mark));
  const { ETag = '' } = await storeCall('marking the import', () => client.send(command));
  return ETag;
};

/** Whether the mark is that of this end: the SDK repeats a write whose answer was lost, which then conflicts with itself. */
const isEndedBy = async (bucket: Bucket, { kind, startedAt, endedAt }: ImportMark): Promise<boolean> => {
  try {
    const { mark } = await readLastImport(bucket);
    return mark?.kind === kind && mark.startedAt === startedAt && mark.endedAt === endedAt;
  } catch (error) {
    if (error instanceof DamagedPublication) return false;
    throw error;
  }
};

/**
 * Marks an import as ended, over the mark of its begin, which has the ETag `begun`: the tables are complete again.
 * Returns false, and writes nothing, if another import has begun since; publications wait for the end of that. Throws
 * StoreUnavailable.
 */
export const markImportEnded = async (
  bucket: Bucket,
  mark: Omit<ImportMark, 'endedAt'>,
  begun: string,
  endedAt: Date,
): Promise<boolean> => {
  const ended = { ...mark, endedAt: endedAt.toISOString() };
  const command = new PutObjectCommand({ ...markPut(bucket.bucket, ended), IfMatch: begun });
  const lost = (error: unknown) => answeredWith(error, 412, 409) || saysNoSuchKey(error);
  try {
    await storeCall('marking the import', () => bucket.client.send(command), lost);
    return true;
  } catch (error) {
    if (!lost(error)) throw error;
    return isEndedBy(bucket, ended);
  }
};
