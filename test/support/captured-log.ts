import { onTestFinished, vi } from 'vitest';

/** Captures everything written to the process's output until the end of the test, including log lines. */
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
