import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sayingElapsed } from '../../../../infra/operator/terminal/elapsed-progress.ts';

const terminalOf = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  return { stream, text: () => String(stream.read() ?? '') };
};

/** Time that goes by as the test says, however slow the machine is. */
const useTestTime = () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
};

describe('work that takes long', () => {
  it('says once what it does where there is no terminal, and once for each other thing it does', async () => {
    const { stream, text } = terminalOf(false);
    const work = async (say: (what: string) => void) => {
      say('waiting');
      return 'done';
    };
    expect(await sayingElapsed('publishing', work, stream)).toBe('done');
    expect(text()).toBe('publishing ...\nwaiting ...\n');
  });

  it('counts the seconds on a terminal, in one line', async () => {
    useTestTime();
    const { stream, text } = terminalOf(true);
    await sayingElapsed('publishing', () => vi.advanceTimersByTimeAsync(1_500), stream);
    const shown = text();
    expect(shown).toContain('publishing ... 0s');
    expect(shown).toContain('publishing ... 1s');
    expect(shown).not.toContain('\n');
  });

  it('ends its line on a terminal when the work fails', async () => {
    useTestTime();
    const { stream } = terminalOf(true);
    const failing = sayingElapsed('publishing', () => Promise.reject(new Error('failed')), stream);
    await expect(failing).rejects.toThrow('failed');
    stream.read();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stream.read()).toBeNull();
  });
});
