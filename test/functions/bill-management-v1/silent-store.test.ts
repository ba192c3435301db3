import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { authoriseApiKey } from '../../../functions/platform/authorise-api-key.ts';
import { cachedKeys } from '../../../shared/data-access/access/cached-keys.ts';
import { keyLookup } from '../../../shared/data-access/access/key-repository.ts';
import { keyUseRecorder, keyUseWriter } from '../../../shared/data-access/access/key-use.ts';
import { createKeyToken, digestOfKey } from '../../../shared/domain/access/key-token.ts';
import { awakeMilliseconds } from '../../support/awake-milliseconds.ts';
import { unreachableTable } from '../../support/faults/unreachable-table.ts';
import { eventOf } from '../../support/gateway/authoriser-under-test.ts';
import { storedKey } from '../../support/tables/stored-key.ts';
import { billManagementHandlers } from '../../support/targets/bill-management-handlers.ts';

/** Of the contract's 3 s; the rest is for the gateway. */
const maxMilliseconds = 2_800;

it('G02: authoriser and function together give a silent store up within three seconds', async () => {
  const blackHole = createServer(() => {}).listen(0, '127.0.0.1');
  onTestFinished(() => void blackHole.close());
  await once(blackHole, 'listening');
  const { port } = blackHole.address() as AddressInfo;
  const table = unreachableTable(`http://127.0.0.1:${port}`);
  onTestFinished(() => table.client.destroy());
  const { token, keyId } = createKeyToken('test', randomBytes);
  const known = storedKey(keyId, { digest: digestOfKey(token).toString('hex') });
  const silent = keyLookup(table);
  let find = async () => known as typeof known | undefined;
  const keys = cachedKeys({ find: () => find() }, { now: Date.now });
  await keys.find(keyId);
  find = () => silent.find(keyId);
  const authorise = authoriseApiKey(keys, {
    recordUse: keyUseRecorder(keyUseWriter(table), Date.now),
  });
  const target = billManagementHandlers({ billers: table, enquiries: table });

  const milliseconds = await awakeMilliseconds(async () => {
    await authorise(eventOf(token));
    const { status } = await target.send({ path: '/bill-management-api/v1/biller-metadata' });
    expect(status).toBe(503);
  });
  expect(milliseconds).toBeLessThan(maxMilliseconds);
});
