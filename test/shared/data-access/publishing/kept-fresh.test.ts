import { setTimeout as delay, setImmediate as turnOfTheEventLoop } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { keptFresh } from '../../../../shared/data-access/publishing/kept-fresh.ts';

class Late extends Error {}

const never = new Promise<never>(() => {});

/** A value that is loaded by the functions given, one after the other, on a clock that stands until it is moved. */
const keptBy = (...loads: (() => Promise<string>)[]) => {
  const clock = { seconds: 1_000 };
  const load = vi.fn(async (_former: string | undefined) => {
    const next = loads.shift();
    return next ? next() : 'unexpected';
  });
  const onFailure = vi.fn();
  const kept = keptFresh<string>({
    load,
    late: () => new Late(),
    checkSeconds: 60,
    now: () => clock.seconds * 1_000,
    onFailure,
    waits: { first: 60, newer: 30 },
  });
  return { kept, load, clock, onFailure };
};

const gives = (value: string) => async () => value;
const fails = async () => {
  throw new Error('store down');
};

describe('a value that is kept fresh', () => {
  it('is loaded once for all who ask at the same time', async () => {
    const { kept, load } = keptBy(() => delay(10, 'first'));
    expect(await Promise.all([kept.newest(), kept.newest(), kept.newest()])).toEqual([
      'first',
      'first',
      'first',
    ]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is not looked for again before the interval has passed', async () => {
    const { kept, load, clock } = keptBy(gives('first'), gives('second'));
    await kept.newest();
    clock.seconds += 59.9;
    expect(await kept.newest()).toBe('first');
    expect(load).toHaveBeenCalledTimes(1);
    clock.seconds += 0.1;
    expect(await Promise.all([kept.newest(), kept.newest()])).toEqual(['second', 'second']);
    expect(load.mock.calls).toEqual([[undefined], ['first']]);
  });

  it('is looked for when the clock went back', async () => {
    const { kept, clock } = keptBy(gives('first'), gives('second'));
    await kept.newest();
    clock.seconds -= 600;
    expect(await kept.newest()).toBe('second');
  });

  it('stays when a newer one cannot be loaded, which is reported once an interval', async () => {
    const { kept, clock, onFailure, load } = keptBy(gives('first'), fails, gives('third'));
    await kept.newest();
    clock.seconds += 60;
    expect(await Promise.all([kept.newest(), kept.newest()])).toEqual(['first', 'first']);
    expect(await kept.newest()).toBe('first');
    expect(onFailure).toHaveBeenCalledTimes(1);
    expect(load).toHaveBeenCalledTimes(2);
    clock.seconds += 60;
    expect(await kept.newest()).toBe('third');
  });

  it('is used while a newer one takes its time, and replaced once that is there', async () => {
    const second = Promise.withResolvers<string>();
    const { kept, clock } = keptBy(gives('first'), () => second.promise);
    await kept.newest();
    clock.seconds += 60;
    expect(await kept.newest()).toBe('first');
    // The patience is used up: nobody waits again for the same load, not even for a timer of no time.
    const answered = vi.fn();
    void kept.newest().then(answered);
    await turnOfTheEventLoop();
    expect(answered).toHaveBeenCalledExactlyOnceWith('first');
    second.resolve('second');
    await turnOfTheEventLoop();
    expect(await kept.newest()).toBe('second');
  });

  it('makes nobody wait for ever for the first one, and goes on loading it', async () => {
    const { kept, load } = keptBy(() => delay(90, 'first'));
    await expect(kept.newest()).rejects.toThrow(Late);
    expect(await kept.newest()).toBe('first');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('does not remember a first load that failed', async () => {
    const { kept } = keptBy(fails, gives('first'));
    await expect(Promise.all([kept.newest(), kept.newest()])).rejects.toThrow('store down');
    expect(kept.held()).toBeUndefined();
    expect(await kept.newest()).toBe('first');
    expect(kept.held()).toBe('first');
  });

  it('leaves no unhandled rejection behind when a load fails after everybody has gone', async () => {
    const { kept } = keptBy(async () => {
      await delay(80);
      throw new Error('store down');
    });
    await expect(kept.newest()).rejects.toThrow(Late);
    await delay(60);
  });

  it('answers late when the store never does', async () => {
    const { kept } = keptBy(() => never);
    await expect(kept.newest()).rejects.toThrow(Late);
    await expect(kept.newest()).rejects.toThrow(Late);
  });
});
