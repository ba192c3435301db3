import { expect, it } from 'vitest';
import { runScript } from '../run-program.ts';

const cost = (...args: readonly string[]) => runScript('infra/cost/cost.ts', args);

it('prints tables for the default rates given in its help, and for other rates', async () => {
  const help = await cost('--help');
  expect(help).toMatchObject({ status: 0, stdout: expect.stringContaining('(default: 1,60,500)') });
  expect((await cost()).stdout).toContain('| 500 a second |');
  expect((await cost('--rps', '2.5,1000')).stdout).toContain('| 2.5 a second | 1000 a second |');
});

const invalidRates = ['1e3', '60,', '0', '100001'];

it.each([
  ...invalidRates.map((rates): [string[], string] => [
    ['--rps', rates],
    'Give requests per second, such as 60 or 1,60,500.',
  ]),
  [['--stage', 'local'], 'Allowed choices are dev, prod'],
])('rejects %j with exit code 2', async (args, message) => {
  expect(await cost(...args)).toEqual({ status: 2, stdout: '', stderr: expect.stringContaining(message) });
});
