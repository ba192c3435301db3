import { expect, it } from 'vitest';
import { ApiKeyNotChanged, UnknownApiKey } from '../../../../shared/data-access/access/key-repository.ts';
import { parseKeyToken } from '../../../../shared/domain/access/key-token.ts';
import { ada, keysUnderTest, request } from './keys-under-test.ts';

const { keysAt } = keysUnderTest();
const time = '2026-07-01T10:00:00.000Z';
const [one, two, three] = ['https://www.example.com', 'https://two.example', 'https://three.example'];

const browserRequest = {
  client: 'Southern Shop',
  scopes: ['locations-v3:search' as const],
  plan: 'browser',
  environment: 'web',
  origins: [one, two],
} as const;
const issued = async (changes: Partial<{ origins: string[]; sandbox: true }> = {}) =>
  keysAt(time).issue(
    { ...browserRequest, origins: [...browserRequest.origins], ...changes, scopes: ['locations-v3:search'] },
    ada,
  );

it('issues a browser key with its origins, and records them in the audit trail', async () => {
  const { token, record } = await issued();
  expect(parseKeyToken(token)).toEqual({ environment: 'web', keyId: record.keyId });
  expect(record).toMatchObject({ scopes: ['locations-v3:search'], plan: 'browser', origins: [one, two] });
  expect(await keysAt(time).find(record.keyId)).toEqual(record);
  const [entry] = await keysAt(time).trail(record.keyId);
  expect(entry).toMatchObject({ action: 'ISSUED', details: { plan: 'browser', origins: [one, two] } });
});

it.each([
  ['another scope', { scopes: ['locations-v3'] }],
  ['an additional scope', { scopes: ['locations-v3:search', 'locations-v2'] }],
  ['another plan', { plan: 'partner' }],
  ['another environment', { environment: 'live' }],
  ['no origins', { origins: undefined }],
  ['an empty list of origins', { origins: [] }],
  ['21 origins', { origins: Array.from({ length: 21 }, (_, index) => `https://${index}.example`) }],
  ['an invalid origin', { origins: [`${one}/`] }],
  ['a local origin', { origins: ['http://localhost:3000'] }],
] as const)('rejects a browser key with %s', async (_what, changes) => {
  const wrong = { ...structuredClone(browserRequest), ...structuredClone(changes) };
  await expect(keysAt(time).issue(wrong as never, ada)).rejects.toThrow(/origin/);
});

it('rejects a secret key with origins', async () => {
  await expect(keysAt(time).issue({ ...request, origins: [one] }, ada)).rejects.toThrow('only browser keys');
});

it('copies the origins and the environment when it rotates a key', async () => {
  const { record } = await issued();
  const rotated = await keysAt(time).rotate(record.keyId, { overlap: 1_000, environment: 'live' }, ada);
  expect(rotated.token).toMatch(/^wp_web_/);
  expect(rotated.record).toMatchObject({ plan: 'browser', origins: [one, two], rotatedFrom: record.keyId });
  expect(rotated.old.origins).toEqual([one, two]);
});

it('adds and removes origins, and records both lists', async () => {
  const { record } = await issued();
  const keys = keysAt('2026-07-02T10:00:00.000Z');
  const changed = await keys.changeOrigins(record.keyId, { add: [three, two], remove: [one] }, ada);
  expect(changed).toEqual({ ...record, origins: [two, three] });
  expect(await keys.find(record.keyId)).toEqual(changed);
  expect((await keys.trail(record.keyId)).at(-1)).toMatchObject({
    action: 'ORIGINS_CHANGED',
    by: 'ada@desk',
    details: { client: 'Southern Shop', origins: [two, three], originsBefore: [one, two] },
  });
  expect(await keys.changeOrigins(record.keyId, { add: [two], remove: ['https://x.example'] }, ada)).toEqual(
    changed,
  );
  expect(await keys.trail(record.keyId)).toHaveLength(2);
});

it('keeps all origins that are added at the same time', async () => {
  const { record } = await issued();
  const added = ['a', 'b', 'c'].map((name) => `https://${name}.example`);
  await Promise.all(
    added.map((origin) => keysAt(time).changeOrigins(record.keyId, { add: [origin], remove: [] }, ada)),
  );
  const { origins = [] } = await keysAt(time).find(record.keyId);
  expect(origins.toSorted()).toEqual([one, two, ...added].toSorted());
});

it('rejects changes to the origins of a secret, revoked or unknown key, and invalid lists', async () => {
  const keys = keysAt(time);
  const add = { add: [three], remove: [] };
  const secret = await keys.issue(request, ada);
  await expect(keys.changeOrigins(secret.record.keyId, add, ada)).rejects.toThrow(ApiKeyNotChanged);
  const { record } = await issued();
  for (const change of [
    { add: [], remove: [one, two] },
    { add: ['http://localhost'], remove: [] },
    { add: Array.from({ length: 19 }, (_, index) => `https://${index}.example`), remove: [] },
  ])
    await expect(keys.changeOrigins(record.keyId, change, ada)).rejects.toThrow(/origin/);
  await keys.revoke(record.keyId, ada);
  await expect(keys.changeOrigins(record.keyId, add, ada)).rejects.toThrow(ApiKeyNotChanged);
  await expect(keys.changeOrigins('000000000000', add, ada)).rejects.toThrow(UnknownApiKey);
});
