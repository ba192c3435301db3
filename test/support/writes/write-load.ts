import { randomBytes, randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { enquiryResponse } from '../../../functions/bill-management-v1/contract.ts';
import { enquiryBody } from '../sample-enquiry.ts';
import type { StackProcess } from '../stack/stack-process.ts';
import { openStackStores } from '../stack/stack-stores.ts';
import type { ApiTarget } from '../targets/api-target.ts';
import { httpTarget } from '../targets/http-target.ts';
import type { Acknowledged } from './acknowledged.ts';

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
  const { s3, importBucket: Bucket, close } = await openStackStores(dataDirectory);
  try {
    for (;;) {
      const Key = `kills/${randomUUID()}`;
      const Body = randomBytes(15_000).toString('base64');
      await s3.send(new PutObjectCommand({ Bucket, Key, Body }));
      objects.set(Key, Body);
    }
  } catch {
    // The stack has stopped.
  } finally {
    close();
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
