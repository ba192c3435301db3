import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sayingElapsed } from '../../../../infra/operator/terminal/elapsed-progress.ts';

const terminalOf = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  return { stream, text: () => String(stream.read() ?? '') };
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
    const { stream, text } = terminalOf(true);
    await sayingElapsed('publishing', () => delay(1_500), stream);
    const shown = text();
    expect(shown).toContain('publishing ... 0s');
    expect(shown).toContain('publishing ... 1s');
    expect(shown).not.toContain('\n');
  });

  it('ends its line on a terminal when the work fails', async () => {
    const { stream } = terminalOf(true);
    const failing = sayingElapsed('publishing', () => Promise.reject(new Error('failed')), stream);
    await expect(failing).rejects.toThrow('failed');
    stream.read();
    await delay(1_200);
    expect(stream.read()).toBeNull();
  });
});
