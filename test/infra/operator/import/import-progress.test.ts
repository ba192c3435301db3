import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { importProgress } from '../../../../infra/operator/import/import-progress.ts';

const terminalOf = (isTTY: boolean) => {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  const text = () => String(stream.read() ?? '');
  return { stream, text };
};

describe('the progress of an import', () => {
  it('shows no bar where there is no terminal', () => {
    const { stream, text } = terminalOf(false);
    const progress = importProgress(100, stream);
    progress.update(50, 5);
    progress.print('file:1: bad');
    progress.stop();
    expect(text()).toBe('file:1: bad\n');
  });

  it('shows a bar on a terminal, and bad lines above it', async () => {
    const { stream, text } = terminalOf(true);
    const progress = importProgress(100, stream);
    progress.update(50, 5);
    progress.print('file:1: bad');
    await delay(200);
    progress.stop();
    const shown = text();
    expect(shown).toContain('50%  5 lines read');
    expect(shown).toContain('file:1: bad\n');
  });

  it('loses no line that was printed at the very end', () => {
    const { stream, text } = terminalOf(true);
    const progress = importProgress(undefined, stream);
    progress.print('file:1: bad');
    progress.stop();
    expect(text()).toContain('file:1: bad\n');
  });
});
