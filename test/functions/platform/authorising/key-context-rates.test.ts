import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { storedKey } from '../../../support/tables/stored-key.ts';

beforeEach(() => vi.resetModules());

/** The authoriser's context as a new instance makes it whose setting has this text. */
const startWith = async (rateOfPlan: string | undefined) => {
  vi.stubEnv('RATE_OF_PLAN', rateOfPlan);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { keyContext } = await import('../../../../functions/platform/authorising/key-context.ts');
  return keyContext;
};

it('the rate of a plan is what the setting of the stage says', async () => {
  const keyContext = await startWith('{"standard":1,"partner":500}');
  expect(keyContext(storedKey('one'))).toHaveProperty('ratePerSecond', '500');
  expect(keyContext(storedKey('one', { plan: 'standard' }))).toHaveProperty('ratePerSecond', '1');
  expect(keyContext(storedKey('one', { plan: 'unlimited' }))).not.toHaveProperty('ratePerSecond');
});

it('the setting is read once', async () => {
  const keyContext = await startWith('{"partner":500}');
  keyContext(storedKey('one'));
  vi.stubEnv('RATE_OF_PLAN', '{"partner":600}');
  expect(keyContext(storedKey('one'))).toHaveProperty('ratePerSecond', '500');
});

it('no plan has a rate where the stage has no setting', async () => {
  const keyContext = await startWith(undefined);
  expect(keyContext(storedKey('one'))).not.toHaveProperty('ratePerSecond');
});

it.each(['{"partner":0}', '{"partner":0.5}', '{"partner":"500"}', '{"gold":500}', '[]'])(
  'a setting that is none is refused by name: %s',
  async (text) => {
    const keyContext = await startWith(text);
    expect(() => keyContext(storedKey('one'))).toThrow(/^RATE_OF_PLAN: /);
  },
);
