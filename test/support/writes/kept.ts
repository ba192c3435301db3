import { cp } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { openStackStores } from '../stack/stack-stores.ts';
import type { Acknowledged } from './acknowledged.ts';

const row = z.object({
  id: z.string(),
  referenceNumber: z.string().optional(),
  enquiryDetails: z.string().optional(),
});

type Stores = Awaited<ReturnType<typeof openStackStores>>;

const storedEnquiries = async ({ documents, tables }: Stores): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: tables.enquiries })) {
    for (const { id, referenceNumber, enquiryDetails } of z.array(row).parse(Items)) {
      if (id.startsWith('ENQUIRY#') && referenceNumber) texts.set(referenceNumber, enquiryDetails ?? '');
    }
  }
  return texts;
};

const lostObjectsIn = async (
  { s3, importBucket }: Stores,
  objects: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const lost: string[] = [];
  for (const [Key, text] of objects) {
    const kept = await s3
      .send(new GetObjectCommand({ Bucket: importBucket, Key }))
      .then(({ Body }) => Body?.transformToString())
      .catch(() => undefined);
    if (kept !== text) lost.push(Key);
  }
  return lost;
};

/** Compares the data of a running stack with the writes that it acknowledged. */
export const lossesOf = async (dataDirectory: string, { enquiries, objects }: Acknowledged) => {
  const stores = await openStackStores(dataDirectory);
  const stored = await storedEnquiries(stores);
  const lostObjects = await lostObjectsIn(stores, objects);
  stores.close();
  const acknowledged = [...enquiries];
  const texts = [...stored.values()];
  return {
    /** Reference numbers whose enquiries are missing. */
    lost: acknowledged.flatMap(([number]) => (stored.has(number) ? [] : [number])),
    /** Reference numbers whose stored text differs from the text sent. */
    altered: acknowledged.flatMap(([number, text]) =>
      stored.has(number) && stored.get(number) !== text ? [number] : [],
    ),
    /** Texts that were stored more than once. */
    doubled: texts.filter((text, index) => texts.indexOf(text) !== index),
    /** Keys of objects that are missing or changed. */
    lostObjects,
  };
};

/** Checks a copy of a killed stack's data. Throws if anything is damaged. */
export const examineCopy = async (dataDirectory: string, copy: string): Promise<void> => {
  await cp(dataDirectory, copy, { recursive: true });
  const { databaseFile, stateFile } = dataFilesIn(copy);
  for (const file of [databaseFile, stateFile]) {
    using database = new DatabaseSync(file);
    const found = database.prepare('PRAGMA integrity_check').all();
    if (JSON.stringify(found) !== '[{"integrity_check":"ok"}]')
      throw new Error(`${file}: ${JSON.stringify(found)}`);
  }
};
