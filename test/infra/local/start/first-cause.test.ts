import { expect, it } from 'vitest';
import { firstCause } from '../../../../infra/local/start/first-cause.ts';

it('what failed first is told, and not that its end failed too', async () => {
  const failing = async () => {
    await using stop = new AsyncDisposableStack();
    for (const what of ['lock', 'engine'])
      stop.defer(() => {
        throw new Error(`${what} could not be ended`);
      });
    throw new Error('the disk is full');
  };
  const thrown = await failing().catch((error: unknown) => error);
  expect(String(thrown)).not.toContain('disk');
  expect(firstCause(thrown)).toEqual(new Error('the disk is full'));
  expect(firstCause('anything else')).toBe('anything else');
});
