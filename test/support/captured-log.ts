import { onTestFinished, vi } from 'vitest';

/** Everything written to the process's output from here to the end of the test, log lines as they are. */
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
