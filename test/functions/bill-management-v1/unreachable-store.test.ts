import { expect, it, onTestFinished } from 'vitest';
import { healthCheckStatus } from '../../../functions/bill-management-v1/contract.ts';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import { unreachableTable } from '../../support/faults/unreachable-table.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

const base = '/bill-management-api/v1';

const nothing = () => billManagementHandlers({ billers: unreachableTable(), enquiries: unreachableTable() });

it('G01: returns 503 with Retry-After for an enquiry with an Idempotency-Key while the store is down', async () => {
  const response = await nothing().send({
    method: 'POST',
    path: `${base}/enquiries`,
    body: JSON.stringify(goodEnquiry),
    headers: { 'idempotency-key': 'key' },
  });
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toMatch(/^[0-9]+$/);
});

it('health is DOWN while either store does not respond, and ping stays UP', async () => {
  const embedded = await startEmbeddedTables();
  onTestFinished(() => embedded.close());
  const { client, tables } = embedded;
  const billers = { client, tableName: tables.billers };
  const enquiries = { client, tableName: tables.enquiries };
  const targets = [
    nothing(),
    billManagementHandlers({ billers, enquiries: unreachableTable() }),
    billManagementHandlers({ billers: unreachableTable(), enquiries }),
    billManagementHandlers({ billers, enquiries: { client, tableName: 'no-such-table' } }),
  ];

  for (const target of targets) {
    const response = await target.send({ path: `${base}/health` });
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(healthCheckStatus.parse(JSON.parse(response.body))).toEqual({ status: 'DOWN' });
    expect((await target.send({ path: `${base}/ping` })).status).toBe(200);
  }
});
