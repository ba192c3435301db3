import { randomBytes, randomUUID } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { enquiryResponse } from '../../../functions/bill-management-v1/contract.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { enquiryBody, readEnquiryRows } from '../tables/stored-enquiry.ts';
import type { ApiTarget } from '../targets/api-target.ts';
import { httpTarget } from '../targets/http-target.ts';
import type { StackProcess } from './stack-process.ts';
import { openStackStores } from './stack-stores.ts';

export const nothingAcknowledged = () => ({
  /** Texts of enquiries, by reference number. */
  enquiries: new Map<string, string>(),
  objects: new Map<string, string>(),
  /** Texts of enquiries that got no response before the kill, by Idempotency-Key. They must be retried. */
  unanswered: new Map<string, string>(),
  /** Responses with a status other than 200, as `status body`. */
  refusals: [] as string[],
});
/** Writes that a stack has acknowledged and therefore must not lose. */
export type Acknowledged = ReturnType<typeof nothingAcknowledged>;

/** Sends an enquiry, and records the response. Returns whether the stack still responds. */
export const submit = async (
  target: ApiTarget,
  text: string,
  idempotencyKey: string | undefined,
  acknowledged: Acknowledged,
): Promise<boolean> => {
  const { enquiries, unanswered, refusals } = acknowledged;
  if (idempotencyKey !== undefined) unanswered.set(idempotencyKey, text);
  const answer = await target
    .send({
      method: 'POST',
      path: '/bill-management-api/v1/enquiries',
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: enquiryBody(text),
    })
    .catch(() => undefined);
  if (answer === undefined) return false;
  if (answer.status === 200) {
    enquiries.set(enquiryResponse.parse(JSON.parse(answer.body)).referenceNumber, text);
    if (idempotencyKey !== undefined) unanswered.delete(idempotencyKey);
  } else refusals.push(`${answer.status} ${answer.body}`);
  return true;
};

/** Sends enquiries until the stack stops: first the unanswered ones, and then new ones. */
const sendEnquiries = async (
  target: ApiTarget,
  again: [key: string, text: string][],
  acknowledged: Acknowledged,
) => {
  for (let answers = true, sent = 0; answers; sent++) {
    const [key, text] = again.shift() ?? [sent % 2 === 0 ? randomUUID() : undefined, undefined];
    answers = await submit(target, text ?? `Wo ist „${randomUUID()}“?\n\t'$1' 📮`, key, acknowledged);
  }
};

const putObjects = async (dataDirectory: string, { objects }: Acknowledged) => {
  using stores = await openStackStores(dataDirectory);
  const { s3, importBucket: Bucket } = stores;
  try {
    for (;;) {
      const Key = `kills/${randomUUID()}`;
      const Body = randomBytes(15_000).toString('base64');
      await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
      objects.set(Key, Body);
    }
  } catch {
    // The stack has stopped.
  }
};

/** Writes enquiries from several clients, and objects, until the stack stops. */
export const writeUntilGone = async (
  stack: StackProcess,
  clients: number,
  acknowledged: Acknowledged,
): Promise<void> => {
  const target = httpTarget(stack.url, stack.key);
  const again = [...acknowledged.unanswered];
  await Promise.all([
    ...Array.from({ length: clients }, () => sendEnquiries(target, again, acknowledged)),
    putObjects(stack.dataDirectory, acknowledged),
  ]);
};

export const sendUnanswered = async (stack: StackProcess, acknowledged: Acknowledged): Promise<void> => {
  const target = httpTarget(stack.url, stack.key);
  for (const [key, text] of [...acknowledged.unanswered]) await submit(target, text, key, acknowledged);
};

type Stores = Awaited<ReturnType<typeof openStackStores>>;

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
  using stores = await openStackStores(dataDirectory);
  const { documents: client, tables } = stores;
  const rows = await readEnquiryRows({ client, tableName: tables.enquiries });
  const stored = new Map(
    rows.map(({ referenceNumber, enquiryDetails }) => [referenceNumber, enquiryDetails]),
  );
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
    lostObjects: await lostObjectsIn(stores, objects),
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
