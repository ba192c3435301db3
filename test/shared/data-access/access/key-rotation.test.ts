import { expect, it } from 'vitest';
import { ApiKeyNotChanged, UnknownApiKey } from '../../../../shared/data-access/access/key-repository.ts';
import { digestOfKey } from '../../../../shared/domain/access/key-token.ts';
import { ada, keysUnderTest, request } from './keys-under-test.ts';

const { keysAt } = keysUnderTest();
const day = 24 * 60 * 60_000;
const weekOfOverlap = { overlap: 7 * day, environment: 'test' } as const;

const issued = async (change: Partial<typeof request> = {}) =>
  (await keysAt('2026-07-01T10:00:00Z').issue({ ...request, ...change }, ada)).record;

const rejectionOf = (change: Promise<unknown>) =>
  change.then(
    () => 'none',
    (error) => (error instanceof ApiKeyNotChanged ? error.reason : error),
  );

it('A16: copies the attributes of the old key, which expires after the overlap', async () => {
  const old = await issued({ scopes: ['locations-v3:search'], sandbox: true });
  const rotated = await keysAt('2026-08-01T10:00:00Z').rotate(old.keyId, weekOfOverlap, ada);
  const ending = { ...old, expiresAt: '2026-08-08T10:00:00.000Z', rotatedTo: rotated.record.keyId };
  expect(rotated.old).toEqual(ending);
  expect(await keysAt('2026-08-01T10:00:00Z').find(old.keyId)).toEqual(ending);
  const successor = {
    keyId: rotated.record.keyId,
    digest: digestOfKey(rotated.token).toString('hex'),
    client: 'Southern Shop',
    scopes: ['locations-v3:search'],
    plan: 'partner',
    sandbox: true,
    status: 'ACTIVE',
    createdAt: '2026-08-01T10:00:00.000Z',
    rotatedFrom: old.keyId,
  };
  expect(rotated.record).toEqual(successor);
  expect(await keysAt('2026-08-01T10:00:00Z').find(rotated.record.keyId)).toEqual(successor);
});

it('A16: never extends the old key, and gives its successor the same lifetime', async () => {
  const old = await issued({ expiresAt: '2026-07-31T10:00:00Z' });
  const rotated = await keysAt('2026-07-30T10:00:00Z').rotate(old.keyId, weekOfOverlap, ada);
  expect(rotated.old.expiresAt).toBe('2026-07-31T10:00:00.000Z');
  expect(rotated.record.expiresAt).toBe('2026-08-29T10:00:00.000Z');
});

it.each(['2026-07-20T10:00:00Z', '2028-07-01T10:00:00Z', undefined])(
  'A16: gives the successor the lifetime that the old key was issued with if its expiry is now %s',
  async (expiresAt) => {
    const { keyId } = await issued({ expiresAt: '2026-07-31T10:00:00Z' });
    const keys = keysAt('2026-07-11T10:00:00Z');
    await keys.expire(keyId, expiresAt, ada);
    expect((await keys.rotate(keyId, weekOfOverlap, ada)).record.expiresAt).toBe('2026-08-10T10:00:00.000Z');
  },
);

it('A16: expires the old key immediately without an overlap', async () => {
  const old = await issued();
  const rotated = await keysAt('2026-07-02T10:00:00Z').rotate(
    old.keyId,
    { overlap: 0, environment: 'test', expiresAt: '2026-12-01T00:00:00.000Z' },
    ada,
  );
  expect(rotated.old.expiresAt).toBe('2026-07-02T10:00:00.000Z');
  expect(rotated.record.expiresAt).toBe('2026-12-01T00:00:00.000Z');
});

it('does not rotate a key that is revoked, expired or already rotated', async () => {
  const now = '2026-08-01T10:00:00Z';
  const rotate = (keyId: string) => rejectionOf(keysAt(now).rotate(keyId, weekOfOverlap, ada));
  const [revoked, expired, rotated] = [
    await issued(),
    await issued({ expiresAt: '2026-08-01T10:00:00Z' }),
    await issued(),
  ];
  await keysAt(now).revoke(revoked.keyId, ada);
  expect(await rotate(rotated.keyId)).toBe('none');
  expect(await rotate(revoked.keyId)).toBe('revoked');
  expect(await rotate(expired.keyId)).toBe('expired');
  expect(await rotate(rotated.keyId)).toBe('rotated');
  await expect(keysAt(now).rotate('000000000000', weekOfOverlap, ada)).rejects.toThrow(UnknownApiKey);
});

it('A23: creates one successor if a key is rotated concurrently', async () => {
  const { keyId, client } = await issued({ client: 'Contended' });
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      rejectionOf(keysAt('2026-07-02T10:00:00Z').rotate(keyId, weekOfOverlap, ada)),
    ),
  );
  expect(outcomes.sort()).toEqual(['none', ...Array.from({ length: 5 }, () => 'rotated')]);
  const all = (await keysAt('2026-07-02T10:00:00Z').list()).keys.filter((key) => key.client === client);
  expect(all).toHaveLength(2);
  expect(all.find((key) => key.keyId === keyId)?.rotatedTo).toBe(
    all.find((key) => key.keyId !== keyId)?.keyId,
  );
});

it('sets and removes the expiry of a key, unless it is revoked', async () => {
  const { keyId } = await issued();
  const keys = keysAt('2026-07-02T10:00:00Z');
  expect((await keys.expire(keyId, '2026-09-01T00:00:00.000Z', ada)).expiresAt).toBe(
    '2026-09-01T00:00:00.000Z',
  );
  expect(await keys.expire(keyId, undefined, ada)).not.toHaveProperty('expiresAt', expect.anything());
  expect((await keys.find(keyId)).expiresAt).toBeUndefined();
  await keys.expire(keyId, '2026-10-01T00:00:00.000Z', ada);
  await keys.revoke(keyId, ada);
  expect(await rejectionOf(keys.expire(keyId, undefined, ada))).toBe('revoked');
  expect((await keys.find(keyId)).expiresAt).toBe('2026-10-01T00:00:00.000Z');
});

it('lets a rotated key expire earlier, but not later', async () => {
  const { keyId } = await issued();
  const keys = keysAt('2026-07-02T10:00:00Z');
  const { old } = await keys.rotate(keyId, weekOfOverlap, ada);
  expect(await rejectionOf(keys.expire(keyId, undefined, ada))).toBe('rotated');
  expect(await rejectionOf(keys.expire(keyId, '2026-07-09T10:00:00.001Z', ada))).toBe('rotated');
  expect((await keys.find(keyId)).expiresAt).toBe(old.expiresAt);
  expect((await keys.expire(keyId, '2026-07-03T00:00:00.000Z', ada)).expiresAt).toBe(
    '2026-07-03T00:00:00.000Z',
  );
  expect(
    await rejectionOf(keysAt('2026-07-04T10:00:00Z').expire(keyId, '2026-07-09T10:00:00.000Z', ada)),
  ).toBe('rotated');
});
