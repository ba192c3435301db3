import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod';

const command = fileURLToPath(new URL('../../../infra/cost/cost.ts', import.meta.url));
const failure = z.object({ code: z.int() });

const cost = (...args: readonly string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [command, ...args], (error, stdout, stderr) =>
      resolve({ status: error ? failure.parse(error).code : 0, stdout, stderr }),
    );
  });

it('npm run cost takes the rates that its help names, and takes them where none are given', async () => {
  const { status, stdout } = await cost('--help');
  const [, rates = ''] = /\(default: ([^)]+)\)/.exec(stdout) ?? [];
  expect({ status, rates }).toEqual({ status: 0, rates: '1,60,500' });
  const usual = await cost();
  expect(usual.stdout).toContain('500');
  expect(await cost('--rps', rates)).toEqual(usual);
});

const wrongRates = ['[1,60,500]', '0x10', '1e3', '', '60,', '0', '-1', ' 60', '100001'];

it.each([
  ...wrongRates.map((rates): [string[], string] => [
    ['--rps', rates],
    'Give requests a second, such as 60 or 1,60,500.',
  ]),
  [['--stage', 'local'], 'Allowed choices are dev, prod'],
])('npm run cost refuses %j with 2', async (args, message) => {
  const { status, stdout, stderr } = await cost(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain(message);
});
