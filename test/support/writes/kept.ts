import { cp } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { readStackFile } from '../../../infra/local/data-directory/stack-file.ts';
import { bulkLimits, s3Client } from '../../../shared/data-access/clients.ts';
import type { Acknowledged } from './acknowledged.ts';

const row = z.object({
  id: z.string(),
  referenceNumber: z.string().optional(),
  enquiryDetails: z.string().optional(),
});

const place = async (dataDirectory: string) => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error('no stack runs');
  return stack;
};

/** Texts of all enquiries of the table, by reference number. */
const storedEnquiries = async (dataDirectory: string): Promise<Map<string, string>> => {
  const { dynamoDbEndpoint: endpoint, region, credentials, tables } = await place(dataDirectory);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const texts = new Map<string, string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.enquiries })) {
    for (const { id, referenceNumber, enquiryDetails } of z.array(row).parse(Items)) {
      if (id.startsWith('ENQUIRY#') && referenceNumber) texts.set(referenceNumber, enquiryDetails ?? '');
    }
  }
  client.destroy();
  return texts;
};

const lostObjects = async (
  dataDirectory: string,
  objects: ReadonlyMap<string, string>,
): Promise<string[]> => {
  const { objectStoreEndpoint: endpoint, region, credentials, importBucket } = await place(dataDirectory);
  const client = s3Client({ endpoint, region, credentials, ...bulkLimits });
  const lost: string[] = [];
  for (const [Key, text] of objects) {
    const kept = await client
      .send(new GetObjectCommand({ Bucket: importBucket, Key }))
      .then(({ Body }) => Body?.transformToString())
      .catch(() => undefined);
    if (kept !== text) lost.push(Key);
  }
  client.destroy();
  return lost;
};

export interface Losses {
  /** Acknowledged reference numbers that are missing. */
  readonly lost: readonly string[];
  /** Reference numbers whose text differs from the one sent. */
  readonly altered: readonly string[];
  /** Texts stored more than once. */
  readonly doubled: readonly string[];
  /** Keys of objects that are missing or changed. */
  readonly lostObjects: readonly string[];
}

/** Compares what a running stack has with what it acknowledged. */
export const lossesOf = async (
  dataDirectory: string,
  { enquiries, objects }: Acknowledged,
): Promise<Losses> => {
  const stored = await storedEnquiries(dataDirectory);
  const acknowledged = [...enquiries];
  const texts = [...stored.values()];
  return {
    lost: acknowledged.flatMap(([number]) => (stored.has(number) ? [] : [number])),
    altered: acknowledged.flatMap(([number, text]) =>
      stored.has(number) && stored.get(number) !== text ? [number] : [],
    ),
    doubled: texts.filter((text, index) => texts.indexOf(text) !== index),
    lostObjects: await lostObjects(dataDirectory, objects),
  };
};

/** Examines a copy of a killed stack's data. Throws if anything is damaged. */
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
