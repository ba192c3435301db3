import { onTestFinished, vi } from 'vitest';

/** Captures the output of this process until the test ends. The returned function returns the text. */
export const captureLog = (): (() => string) => {
  const parts: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation((part) => {
      parts.push(String(part));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => parts.join('');
};
