import { setTimeout as delay, setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { keptFresh } from '../../../../../shared/data-access/publishing/reading/kept-fresh.ts';

class Late extends Error {}

const never = new Promise<never>(() => {});
const waits = { first: 60, newer: 30, longest: 10_000 };

/** A value that is loaded by the functions given, one after the other, on a clock that stands until it is moved. */
const keptBy = (...loads: (() => Promise<string>)[]) => {
  const clock = { seconds: 1_000 };
  const load = vi.fn(async (_former: string | undefined) => {
    const next = loads.shift();
    return next ? next() : 'unexpected';
  });
  const onFailure = vi.fn();
  const onChecked = vi.fn();
  const kept = keptFresh<string>({
    load,
    late: () => new Late(),
    checkSeconds: 60,
    now: () => clock.seconds * 1_000,
    onFailure,
    onChecked,
    waits,
  });
  return { kept, load, clock, onFailure, onChecked };
};

const gives = (value: string) => async () => value;
const fails = async () => {
  throw new Error('store down');
};

/** What it answers without waiting for anything: in the very turn in which it is asked. */
const answeredAtOnce = async (kept: { newest(): Promise<string> }): Promise<unknown> => {
  const answered = vi.fn();
  void kept.newest().then(answered);
  await turnOfTheEventLoop();
  return answered.mock.calls[0]?.[0];
};

describe('the first value', () => {
  it('is loaded once for all who ask at the same time', async () => {
    const { kept, load } = keptBy(() => delay(10, 'first'));
    expect(await Promise.all([kept.newest(), kept.newest(), kept.newest()])).toEqual([
      'first',
      'first',
      'first',
    ]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('makes nobody wait for ever, and goes on being loaded', async () => {
    const first = Promise.withResolvers<string>();
    const { kept, load } = keptBy(() => first.promise);
    await expect(kept.newest()).rejects.toThrow(Late);
    first.resolve('first');
    expect(await kept.newest()).toBe('first');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is tried again after a load that failed', async () => {
    const { kept } = keptBy(fails, gives('first'));
    await expect(Promise.all([kept.newest(), kept.newest()])).rejects.toThrow('store down');
    expect(kept.held()).toBeUndefined();
    expect(await kept.newest()).toBe('first');
    expect(kept.held()).toBe('first');
  });

  it('leaves no unhandled rejection behind when its load fails after everybody has gone', async () => {
    const first = Promise.withResolvers<string>();
    const { kept } = keptBy(() => first.promise);
    await expect(kept.newest()).rejects.toThrow(Late);
    first.reject(new Error('store down'));
    await turnOfTheEventLoop();
  });

  it('is late whenever the store never answers', async () => {
    const { kept } = keptBy(() => never);
    await expect(kept.newest()).rejects.toThrow(Late);
    await expect(kept.newest()).rejects.toThrow(Late);
  });
});

describe('a value that is kept fresh', () => {
  it('is not checked before the interval has passed', async () => {
    const { kept, load, clock } = keptBy(gives('first'), gives('second'));
    await kept.newest();
    clock.seconds += 59.9;
    expect(await kept.newest()).toBe('first');
    await turnOfTheEventLoop();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('answers at once when a check is due, and is the newer one as soon as that has ended', async () => {
    const second = Promise.withResolvers<string>();
    const { kept, load, clock } = keptBy(gives('first'), () => second.promise);
    await kept.newest();
    clock.seconds += 60;
    expect(await answeredAtOnce(kept)).toBe('first');
    expect(await answeredAtOnce(kept)).toBe('first');
    second.resolve('second');
    await turnOfTheEventLoop();
    expect(await answeredAtOnce(kept)).toBe('second');
    expect(load.mock.calls).toEqual([[undefined], ['first']]);
  });

  it('is waited for when it was not checked for longer than the interval and its grace', async () => {
    const { kept, load, clock } = keptBy(gives('first'), () => delay(5, 'second'));
    await kept.newest();
    clock.seconds += 65;
    expect(await Promise.all([kept.newest(), kept.newest()])).toEqual(['second', 'second']);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is waited for when the check that is under way comes out of its grace', async () => {
    const second = Promise.withResolvers<string>();
    const { kept, clock } = keptBy(gives('first'), () => second.promise);
    await kept.newest();
    clock.seconds += 60;
    expect(await kept.newest()).toBe('first');
    clock.seconds += 5;
    const answer = kept.newest();
    second.resolve('second');
    expect(await answer).toBe('second');
  });

  it('is waited for no longer than is bearable, and by nobody again for the same check', async () => {
    const second = Promise.withResolvers<string>();
    const { kept, clock } = keptBy(gives('first'), () => second.promise);
    await kept.newest();
    clock.seconds += 65;
    expect(await kept.newest()).toBe('first');
    expect(await answeredAtOnce(kept)).toBe('first');
    second.resolve('second');
    await turnOfTheEventLoop();
    expect(await answeredAtOnce(kept)).toBe('second');
  });

  it('tells what is held after each check, and before the first is none', async () => {
    const { kept, clock, onChecked } = keptBy(fails, gives('first'), fails, gives('second'));
    await kept.newest().catch(() => {});
    await kept.newest();
    for (const _check of ['failing', 'finding']) {
      clock.seconds += 60;
      await kept.newest();
      await turnOfTheEventLoop();
    }
    expect(onChecked.mock.calls).toEqual([['first'], ['first'], ['second']]);
  });
});

describe('a value that is wanted as the store has it now', () => {
  it('is checked whenever the last check was, once for all who want it at the same time', async () => {
    const { kept, load } = keptBy(gives('first'), () => delay(5, 'second'));
    await kept.newest();
    expect(await Promise.all([kept.renewed(), kept.renewed()])).toEqual(['second', 'second']);
    expect(await kept.newest()).toBe('second');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is not answered from what is held when the store does not answer', async () => {
    const { kept } = keptBy(gives('first'), fails, () => never);
    await kept.newest();
    await expect(kept.renewed()).rejects.toThrow('store down');
    await expect(kept.renewed()).rejects.toThrow(Late);
    expect(await kept.newest()).toBe('first');
  });
});

describe('a value whose check fails', () => {
  it('stays, and the failure is told once an interval', async () => {
    const { kept, clock, onFailure, load } = keptBy(gives('first'), fails, gives('third'));
    await kept.newest();
    clock.seconds += 65;
    expect(await Promise.all([kept.newest(), kept.newest()])).toEqual(['first', 'first']);
    expect(await kept.newest()).toBe('first');
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is waited for by nobody until a check has ended well, however long that takes', async () => {
    const checks = Array.from({ length: 5 }, () => Promise.withResolvers<string>());
    const { kept, load, clock } = keptBy(
      gives('first'),
      ...checks.map(
        ({ promise }) =>
          () =>
            promise,
      ),
    );
    await kept.newest();
    clock.seconds += 60;
    for (const { reject } of checks) {
      expect(await answeredAtOnce(kept)).toBe('first');
      reject(new Error('store down'));
      await turnOfTheEventLoop();
      clock.seconds += 65;
    }
    expect(load).toHaveBeenCalledTimes(6);
  });

  it('is waited for again once a check has ended well', async () => {
    const { kept, clock } = keptBy(gives('first'), fails, gives('second'), () => delay(5, 'third'));
    await kept.newest();
    clock.seconds += 65;
    await kept.newest();
    clock.seconds += 65;
    expect(await answeredAtOnce(kept)).toBe('first');
    expect(await answeredAtOnce(kept)).toBe('second');
    clock.seconds += 65;
    expect(await kept.newest()).toBe('third');
  });

  it('is waited for again when the process slept through the check: that failure says nothing', async () => {
    const check = Promise.withResolvers<string>();
    const { kept, clock, onFailure } = keptBy(
      gives('first'),
      () => check.promise,
      () => delay(5, 'second'),
    );
    await kept.newest();
    clock.seconds += 60;
    expect(await kept.newest()).toBe('first');
    clock.seconds += 8;
    check.reject(new Error('no answer in time'));
    await turnOfTheEventLoop();
    expect(onFailure).not.toHaveBeenCalled();
    expect(await kept.newest()).toBe('second');
  });
});

describe('a check that never ends', () => {
  it('is given up after its time, and made anew when one is due', async () => {
    const clock = { seconds: 1_000 };
    const loads = [gives('first'), () => never, gives('second')];
    const failed = Promise.withResolvers<unknown>();
    const kept = keptFresh<string>({
      load: async () => loads.shift()?.() ?? 'unexpected',
      late: () => new Late(),
      checkSeconds: 60,
      now: () => clock.seconds * 1_000,
      onFailure: failed.resolve,
      waits: { ...waits, longest: 20 },
    });
    await kept.newest();
    clock.seconds += 60;
    await kept.newest();
    expect(await failed.promise).toBeInstanceOf(Late);
    clock.seconds += 60;
    await kept.newest();
    await turnOfTheEventLoop();
    expect(kept.held()).toBe('second');
  });

  it('is replaced by the one who finds it after a sleep, and brings nothing back when it ends after all', async () => {
    const slept = Promise.withResolvers<string>();
    const { kept, clock } = keptBy(
      gives('first'),
      () => slept.promise,
      () => delay(5, 'third'),
    );
    await kept.newest();
    clock.seconds += 60;
    expect(await kept.newest()).toBe('first');
    clock.seconds += 12;
    expect(await kept.newest()).toBe('third');
    slept.resolve('second');
    await turnOfTheEventLoop();
    expect(await kept.newest()).toBe('third');
  });
});

describe('a clock that is set', () => {
  it('back costs a check, which is waited for', async () => {
    const { kept, load, clock } = keptBy(gives('first'), () => delay(5, 'second'));
    await kept.newest();
    clock.seconds -= 600;
    expect(await kept.newest()).toBe('second');
    clock.seconds += 59;
    expect(await kept.newest()).toBe('second');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('two days forward costs a check, too', async () => {
    const { kept, load, clock } = keptBy(gives('first'), gives('second'));
    await kept.newest();
    clock.seconds += 2 * 24 * 3_600;
    expect(await kept.newest()).toBe('second');
    expect(await kept.newest()).toBe('second');
    expect(load).toHaveBeenCalledTimes(2);
  });
});
