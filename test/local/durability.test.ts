import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { enquiryResponse } from '../../functions/bill-management-v1/contract.ts';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { notAgain } from '../support/retries/retry.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const body = (index: number) =>
  JSON.stringify({
    firstname: 'Ada',
    lastname: `Number ${index}`,
    email: 'ada@example.test',
    enquiryDetails: 'Where is my payment?',
    enquiryType: 'PAYMENT',
    biller: null,
    billId: null,
  });

const stored = z.object({ id: z.string(), referenceNumber: z.string().optional() });

/** Reference numbers of all enquiries in the stack's table. */
const storedReferences = async (dataDirectory: string): Promise<Set<string>> => {
  const stack = await readStackFile(dataDirectory);
  if (!stack) throw new Error('no stack runs');
  const { dynamoDbEndpoint: endpoint, region, credentials, tables } = stack;
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const references = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.enquiries })) {
    for (const item of z.array(stored).parse(Items)) {
      if (item.id.startsWith('ENQUIRY#') && item.referenceNumber) references.add(item.referenceNumber);
    }
  }
  return references;
};

/** Sends enquiries from several clients until the stack is gone; gives the numbers that were answered with 200. */
const submitUntilGone = async (stack: StackProcess, answered: string[]): Promise<void> => {
  const target = httpTarget(stack.url, stack.key);
  const client = async (first: number) => {
    for (let index = first; index < first + 5_000; index++) {
      const response = await target
        .send({
          method: 'POST',
          path: '/bill-management-api/v1/enquiries',
          headers: { 'content-type': 'application/json' },
          body: body(index),
        })
        .catch(() => undefined);
      if (!response) return;
      if (response.status === 200)
        answered.push(enquiryResponse.parse(JSON.parse(response.body)).referenceNumber);
    }
  };
  await Promise.all([0, 10_000, 20_000, 30_000].map(client));
};

describe('enquiries', notAgain, () => {
  let dataDirectory: string;
  beforeAll(async () => {
    dataDirectory = await newDataDirectory();
  });
  afterAll(() => removeDataDirectory(dataDirectory));

  it.each(['SIGKILL', 'SIGTERM', 'SIGKILL'] as const)(
    'that were answered with 200 are there after %s and a new start',
    async (signal) => {
      const stack = await startStackProcess({
        dataDirectory,
        assemblyOf: inject('sharedStack').dataDirectory,
      });
      const answered: string[] = [];
      const submitting = submitUntilGone(stack, answered);
      await expect.poll(() => answered.length, { timeout: 60_000 }).toBeGreaterThan(50);
      await stack.stop(signal);
      await submitting;

      const restarted = await startStackProcess({ dataDirectory });
      const kept = await storedReferences(dataDirectory);
      await restarted.stop();
      expect(answered.filter((reference) => !kept.has(reference))).toEqual([]);
      expect(new Set(answered).size).toBe(answered.length);
    },
  );
});
