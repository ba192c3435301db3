import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { healthCheckStatus } from '../../../functions/bill-management-v1/contract.ts';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import { keyUseRecorder, keyUseWriter } from '../../../shared/data-access/access/key-use.ts';
import { createKeyToken, digestOfKey } from '../../../shared/domain/access/key-token.ts';
import { awakeMilliseconds } from '../../support/busy-machine.ts';
import { base } from '../../support/enquiry-client.ts';
import { retryEnquiries } from '../../support/enquiry-retries.ts';
import { eventOf } from '../../support/gateway/authoriser-under-test.ts';
import { storedKey } from '../../support/key-operator.ts';
import { startEmbeddedTables, unreachableTable } from '../../support/tables/embedded-tables.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

const withoutStores = () =>
  billManagementHandlers({ billers: unreachableTable(), enquiries: unreachableTable() });

it('health returns DOWN while either store is unreachable, and ping still returns UP', async () => {
  const { client, tables, close } = await startEmbeddedTables();
  onTestFinished(close);
  const billers = { client, tableName: tables.billers };
  const enquiries = { client, tableName: tables.enquiries };
  const targets = [
    withoutStores(),
    billManagementHandlers({ billers, enquiries: unreachableTable() }),
    billManagementHandlers({ billers: unreachableTable(), enquiries }),
    billManagementHandlers({ billers, enquiries: { client, tableName: 'no-such-table' } }),
  ];

  for (const target of targets) {
    const response = await target.send({ path: `${base}/health` });
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect(healthCheckStatus.parse(JSON.parse(response.body))).toEqual({ status: 'DOWN' });
    expect((await target.send({ path: `${base}/ping` })).status).toBe(200);
  }
});

it('G02: the authoriser and the handler together time out within 2.8 seconds if the store never responds', async () => {
  const blackHole = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void blackHole.close());
  await once(blackHole, 'listening');
  const { port } = blackHole.address() as AddressInfo;
  const table = unreachableTable(`http://127.0.0.1:${port}`);
  onTestFinished(() => table.client.destroy());
  const { token, keyId } = createKeyToken('test', randomBytes);
  const cached = storedKey(keyId, { digest: digestOfKey(token).toString('hex') });
  let find = async () => cached as typeof cached | undefined;
  const keys = cachedKeys({ find: () => find() }, { now: Date.now });
  await keys.find(keyId);
  find = () => keyLookup(table).find(keyId);
  const authorise = authoriseApiKey(keys, { recordUse: keyUseRecorder(keyUseWriter(table), Date.now) });
  const target = billManagementHandlers({ billers: table, enquiries: table });

  const milliseconds = await awakeMilliseconds(async () => {
    await authorise(eventOf(token));
    expect((await target.send({ path: `${base}/biller-metadata` })).status).toBe(503);
  });
  // The contract promises 3 seconds, including the gateway's time.
  expect(milliseconds).toBeLessThan(2_800);
});

it('D15 D16 stores each of 40 enquiries once when clients retry them until a response arrives', async () => {
  const { sent, answersLost, storeFaults, ...outcome } = await retryEnquiries({
    enquiries: 40,
    atOnce: 16,
    seed: 1,
  });

  expect(sent).toBeGreaterThan(44);
  expect(answersLost).toBeGreaterThan(4);
  expect(storeFaults).toBeGreaterThan(4);
  expect(outcome).toEqual({
    enquiries: 40,
    refused: expect.any(Number),
    stored: 40,
    duplicates: [],
    lost: [],
    ambiguous: [],
    unanswered: [],
  });
});
