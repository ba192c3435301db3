import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { errorResponse, healthCheckStatus } from '../../../functions/bill-management-v1/contract.ts';
import { awakeMilliseconds } from '../../support/awake-milliseconds.ts';
import { goodEnquiry } from '../../support/enquiry-client.ts';
import { unreachableTable } from '../../support/faults/unreachable-table.ts';
import { startEmbeddedTables } from '../../support/tables/embedded-tables.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

const base = '/bill-management-api/v1';
const body = JSON.stringify(goodEnquiry);

const nothing = () => billManagementHandlers({ billers: unreachableTable(), enquiries: unreachableTable() });

it.each([
  { path: `${base}/biller-metadata` },
  { path: `${base}/biller-metadata?billerCode=0101,0102` },
  { path: `${base}/biller-metadata/0101` },
  { path: `${base}/biller-metadata/bill-types` },
  { method: 'POST', path: `${base}/enquiries`, body },
  { method: 'POST', path: `${base}/enquiries`, body, headers: { 'idempotency-key': 'key' } },
])('G01: $path is answered 503 with Retry-After while the store cannot be reached', async (request) => {
  const began = performance.now();

  const response = await nothing().send(request);

  expect(performance.now() - began).toBeLessThan(3_000);
  expect(response.status).toBe(503);
  expect(response.headers['retry-after']).toMatch(/^[0-9]+$/);
  expect(errorResponse.parse(JSON.parse(response.body)).errors).toMatchObject([
    { code: 'SERVICE_UNAVAILABLE' },
  ]);
  expect(response.body).not.toMatch(/127\.0\.0\.1|unreachable|ECONN|dynamodb/i);
});

it('health is DOWN while one of the stores does not answer, and ping stays UP', async () => {
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

it('G02: a store that accepts and never answers is given up within three seconds', async () => {
  const blackHole = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void blackHole.close());
  await once(blackHole, 'listening');
  const { port } = blackHole.address() as AddressInfo;
  const table = unreachableTable(`http://127.0.0.1:${port}`);
  onTestFinished(() => table.client.destroy());
  const target = billManagementHandlers({ billers: table, enquiries: table });

  const asking = () =>
    Promise.all([
      target.send({ path: `${base}/biller-metadata` }),
      target.send({ method: 'POST', path: `${base}/enquiries`, body }),
      target.send({ path: `${base}/health` }),
    ]);

  let statuses: number[] = [];
  const milliseconds = await awakeMilliseconds(async () => {
    statuses = (await asking()).map(({ status }) => status);
  });
  expect(milliseconds).toBeLessThan(3_000);
  expect(statuses).toEqual([503, 503, 503]);
});

it('answers are good again as soon as the store is', async () => {
  const { engine, tables, close } = await startEmbeddedTables();
  onTestFinished(close);
  const { client } = unreachableTable(engine.endpoint);
  const target = billManagementHandlers({
    billers: { client, tableName: tables.billers },
    enquiries: { client, tableName: tables.enquiries },
  });
  const statusOfHealth = async () => (await target.send({ path: `${base}/health` })).status;

  process.kill(engine.processId(), 'SIGSTOP');
  const whileStopped = await statusOfHealth();
  process.kill(engine.processId(), 'SIGCONT');

  expect(whileStopped).toBe(503);
  expect(await statusOfHealth()).toBe(200);
  expect((await target.send({ method: 'POST', path: `${base}/enquiries`, body })).status).toBe(200);
});
