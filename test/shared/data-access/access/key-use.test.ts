import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { authoriseApiKey } from '../../../../functions/platform/authorise-api-key.ts';
import {
  keyUseRecorder,
  keyUseWriter,
  readKeyUse,
  readKeyUses,
} from '../../../../shared/data-access/access/key-use.ts';
import { captureLog } from '../../../support/captured-log.ts';
import { eventOf, startAuthoriser } from '../../../support/gateway/authoriser-under-test.ts';
import { perFile } from '../../../support/per-test.ts';

const authoriser = perFile(startAuthoriser);

const minute = 60_000;

/** Creates a recorder that counts its writes. Only tests move its clock. */
const counted = (write: (keyId: string) => Promise<void> = async () => {}) => {
  const clock = { now: Date.parse('2026-07-01T10:00:00Z') };
  const written: string[] = [];
  const note = keyUseRecorder(
    (keyId) => {
      written.push(keyId);
      return write(keyId);
    },
    () => clock.now,
  );
  return { clock, written, note };
};

describe('the use of a key', () => {
  it('is stored with the times of the first and last use, even if a clock was set back', async () => {
    const write = keyUseWriter(authoriser.uses);
    const at = (time: string) => write('4hjk29fmw0qz', new Date(time), minute);
    await at('2026-07-01T10:00:00Z');
    await at('2026-07-02T10:00:00Z');
    await at('2026-07-01T23:00:00Z');
    const use = {
      keyId: '4hjk29fmw0qz',
      firstUsedAt: '2026-07-01T10:00:00.000Z',
      lastUsedAt: '2026-07-02T10:00:00.000Z',
    };
    expect(await readKeyUse(authoriser.uses, '4hjk29fmw0qz')).toEqual(use);
    expect((await readKeyUses(authoriser.uses)).get('4hjk29fmw0qz')).toEqual(use);
  });

  it('is written once an hour per instance, and again if the clock is set back', async () => {
    const { clock, written, note } = counted();
    await Promise.all([note('a'), note('a'), note('b')]);
    clock.now += 59 * minute;
    await note('a');
    expect(written).toEqual(['a', 'b']);
    clock.now += minute;
    await note('a');
    expect(written).toEqual(['a', 'b', 'a']);
    clock.now -= 10 * minute;
    await note('a');
    expect(written).toEqual(['a', 'b', 'a', 'a']);
  });
});

describe('a table that does not respond', () => {
  it('delays a request by 150 ms, but does not cause keys to be rejected', async () => {
    const log = captureLog();
    const { note, written } = counted(() => new Promise(() => {}));
    const { token, record } = await authoriser.issue();
    const authorise = authoriseApiKey({ find: async () => record }, { recordUse: note });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const letIn = vi.fn();
    const authorised = authorise(eventOf(token)).then(letIn);
    await vi.advanceTimersByTimeAsync(149);
    expect(letIn).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(letIn).toHaveBeenCalledOnce();
    await authorised;
    expect(written).toHaveLength(1);
    expect(log()).toContain('no response within 150 ms');
  });

  it('gets no writes for one minute, and is then retried', async () => {
    const log = captureLog();
    let isDown = true;
    const { clock, written, note } = counted(async () => {
      if (isDown) throw new Error('The table is gone.');
    });
    await note('a');
    await note('a');
    await note('b');
    expect(written).toEqual(['a']);
    expect(log()).toContain('recording pauses for one minute');
    expect(log()).toContain('The table is gone.');
    clock.now += minute;
    isDown = false;
    await note('a');
    await note('b');
    expect(written).toEqual(['a', 'a', 'b']);
  });
});
