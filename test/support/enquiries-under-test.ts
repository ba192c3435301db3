import { DeleteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, onTestFinished } from 'vitest';
import type { Fault } from './faults/fault-proxy.ts';
import { startFaultProxy } from './faults/fault-proxy.ts';
import { perFile } from './per-test.ts';
import { startOperatorStack } from './stack/operator-stack.ts';
import { runWaypost } from './stack/run-waypost.ts';
import { readEnquiryRow, referenceOf, type storedEnquiry, storeRows } from './tables/stored-enquiry.ts';

/** Control characters that terminals interpret, or that change the direction or lines of the surrounding text. */
export const evil = '\u001b[2J\u009b31m\r\u202eevil\u0000\u2028';

/** Starts a stack for the tests of a file, each of which starts without enquiries. */
export const enquiriesUnderTest = () => {
  const stack = perFile(() => startOperatorStack());
  const table = () => ({ client: stack.embedded.client, tableName: stack.embedded.tables.enquiries });
  beforeEach(async () => {
    const { client, tableName: TableName } = table();
    for await (const { Items = [] } of paginateScan({ client }, { TableName }))
      for (const { id } of Items) await client.send(new DeleteCommand({ TableName, Key: { id } }));
  });

  const enquiries = (...args: readonly string[]) =>
    runWaypost(['enquiries', ...args, '--data-dir', stack.dataDirectory]);

  const succeed = async (...args: readonly string[]) => {
    const { status, stdout, stderr } = await enquiries(...args);
    expect(status, stderr).toBe(0);
    return stdout;
  };

  return {
    stack: () => stack,
    store: (...rows: ReturnType<typeof storedEnquiry>[]) => storeRows(table(), rows),
    rowOf: (index: number) => readEnquiryRow(table(), referenceOf(index)),
    enquiries,
    /** Applies a fault to calls of an operation of the database until the test ends. */
    injectFault: async (fault: Fault, operation: string, times?: number) => {
      const proxy = await startFaultProxy(stack.embedded.engine.endpoint);
      await stack.describe({ dynamoDbEndpoint: proxy.endpoint });
      onTestFinished(async () => {
        await stack.describe();
        await proxy[Symbol.asyncDispose]();
      });
      proxy.inject(fault, { when: (request) => request.operation === operation, ...(times && { times }) });
    },
    succeed,
    listed: async (...args: readonly string[]) => {
      const { enquiries: found, more } = JSON.parse(await succeed('list', '--json', ...args));
      const numbers = found.map(({ referenceNumber }: { referenceNumber: string }) => referenceNumber);
      return { numbers, more };
    },
  };
};
