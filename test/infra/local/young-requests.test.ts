import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const module = new URL('../../../infra/local/young-requests.ts', import.meta.url);

/** A number that follows from the flags of V8. */
const tagOf = async (flags: readonly string[], before: string): Promise<string> => {
  const program = `${before}; console.log((await import('node:v8')).cachedDataVersionTag())`;
  const given = [...flags, '--input-type=module', '--eval', program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, given);
  expect(stderr).toBe('');
  return stdout;
};

it('requests are kept young by the flag of V8 that keeps anything from being made old', async () => {
  const flagged = await tagOf(['--no-allocation-site-pretenuring'], '');
  expect(await tagOf([], `(await import('${module}')).keepRequestsYoung()`)).toBe(flagged);
  expect(await tagOf([], '')).not.toBe(flagged);
});
