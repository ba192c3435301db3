import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { rememberedApiKeyRegister } from '../../../../shared/data-access/access/remembered-api-key-register.ts';
import type { ApiKey } from '../../../../shared/domain/access/api-key.ts';
import { StoreUnavailable } from '../../../../shared/domain/store-unavailable.ts';
import { storedKey } from '../../../support/tables/stored-key.ts';

const good = storedKey('good');
const revoked = storedKey('good', { status: 'REVOKED' });

/** A register whose store does what `answer` says at the moment, on a clock that stands until it is moved. */
const rememberingRegister = () => {
  const clock = { seconds: 1_000 };
  const store: { answer: (keyId: string) => Promise<ApiKey | undefined> } = {
    answer: async (keyId) => (keyId === good.keyId ? good : undefined),
  };
  const find = vi.fn((keyId: string) => store.answer(keyId));
  const onFailure = vi.fn();
  const register = rememberedApiKeyRegister(
    { find },
    { now: () => clock.seconds * 1_000, onFailure, patience: 30 },
  );
  return { register, clock, store, find, onFailure };
};

const down = async (): Promise<never> => {
  throw new StoreUnavailable('api keys: get');
};
const never = () => new Promise<never>(() => {});

/** A register that has read the good key, and whose store then went down. */
const registerInOutage = async (answer: () => Promise<ApiKey | undefined> = down) => {
  const under = rememberingRegister();
  await under.register.find('good');
  under.store.answer = answer;
  return under;
};

describe('while the store answers', () => {
  it('every answer is the store’s own', async () => {
    const { register, store, find } = rememberingRegister();
    expect(await register.find('good')).toBe(good);
    store.answer = async () => revoked;
    expect(await register.find('good')).toBe(revoked);
    store.answer = async () => undefined;
    expect(await register.find('good')).toBeUndefined();
    expect(find).toHaveBeenCalledTimes(3);
  });

  it('a fault of the code is no outage', async () => {
    const { register } = await registerInOutage(async () => {
      throw new TypeError('x is undefined');
    });
    await expect(register.find('good')).rejects.toThrow(TypeError);
  });
});

describe('while the store does not answer', () => {
  it.each([
    ['fails', down],
    ['hangs', never],
  ])('a key that is known stays as it was when the store %s', async (_way, answer) => {
    const { register } = await registerInOutage(answer);
    expect(await register.find('good')).toBe(good);
  });

  it('what was never read fails, be it good or bad', async () => {
    const { register } = await registerInOutage();
    await expect(register.find('other')).rejects.toThrow(StoreUnavailable);
    await register.find('good');
    await expect(register.find('other')).rejects.toThrow(StoreUnavailable);
  });

  it('a key that was revoked before stays so', async () => {
    const { register, store } = rememberingRegister();
    store.answer = async () => revoked;
    await register.find('good');
    store.answer = down;
    expect(await register.find('good')).toBe(revoked);
  });

  it('nobody who is known waits after the first, and one read at a time looks whether it is back', async () => {
    const { register, clock, find } = await registerInOutage(never);
    await register.find('good');
    clock.seconds += 1;
    find.mockClear();
    const answered = vi.fn();
    for (let request = 0; request < 20; request += 1) void register.find('good').then(answered);
    await turnOfTheEventLoop();
    expect(answered.mock.calls).toEqual(Array.from({ length: 20 }, () => [good]));
    expect(find).toHaveBeenCalledTimes(1);
  });

  it('is looked for at most twice a second', async () => {
    const { register, clock, find } = await registerInOutage();
    await register.find('good');
    find.mockClear();
    for (let request = 0; request < 40; request += 1) {
      clock.seconds += 0.1;
      await register.find('good');
      await turnOfTheEventLoop();
    }
    expect(find.mock.calls.length).toBeGreaterThan(4);
    expect(find.mock.calls.length).toBeLessThanOrEqual(8);
  });

  it('each failed read for a known key is told', async () => {
    const { register, onFailure } = await registerInOutage();
    await register.find('good');
    await register.find('other').catch(() => {});
    expect(onFailure.mock.calls).toEqual([[expect.any(StoreUnavailable)]]);
  });

  it('a key is forgotten a quarter of an hour after it was read, and then fails as any other', async () => {
    const { register, clock } = await registerInOutage();
    for (let minute = 1; minute < 15; minute += 1) {
      clock.seconds += 60;
      expect(await register.find('good')).toBe(good);
    }
    clock.seconds += 60;
    await expect(register.find('good')).rejects.toThrow(StoreUnavailable);
  });
});

describe('when the store is back', () => {
  it('its answer counts from the first read on that it answers', async () => {
    const { register, store, clock } = await registerInOutage();
    await register.find('good');
    store.answer = async () => revoked;
    clock.seconds += 1;
    expect(await register.find('good')).toBe(good);
    await turnOfTheEventLoop();
    expect(await register.find('good')).toBe(revoked);
  });

  it('whoever asks some seconds after the last failure waits for its answer', async () => {
    const { register, store, clock } = await registerInOutage();
    await register.find('good');
    store.answer = async () => revoked;
    clock.seconds += 5;
    expect(await register.find('good')).toBe(revoked);
  });

  it('a read that the process slept through keeps nobody from asking it', async () => {
    const { register, store, clock } = await registerInOutage();
    await register.find('good');
    clock.seconds += 1;
    const slept = Promise.withResolvers<ApiKey>();
    store.answer = () => slept.promise;
    await register.find('good');
    clock.seconds += 4;
    slept.reject(new StoreUnavailable('api keys: get'));
    await turnOfTheEventLoop();
    store.answer = async () => revoked;
    expect(await register.find('good')).toBe(revoked);
  });

  it('an answer that comes after a newer one changes nothing', async () => {
    const { register, store } = await registerInOutage();
    const late = Promise.withResolvers<ApiKey>();
    store.answer = () => late.promise;
    expect(await register.find('good')).toBe(good);
    store.answer = async () => revoked;
    await register.find('unknown');
    expect(await register.find('good')).toBe(revoked);
    late.resolve(good);
    await turnOfTheEventLoop();
    store.answer = down;
    expect(await register.find('good')).toBe(revoked);
  });
});
