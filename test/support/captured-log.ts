import { onTestFinished, vi } from 'vitest';

/**
 * Captures everything that the process writes to its outputs until the test ends. Returns a function that returns the
 * captured text.
 */
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
