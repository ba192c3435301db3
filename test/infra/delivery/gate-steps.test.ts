import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const preamble = async (): Promise<string> => {
  const gate = await readFile(new URL('../../../.ci/run', import.meta.url), 'utf8');
  const firstStep = gate.indexOf('\nstart provide_chromium');
  expect(firstStep).toBeGreaterThan(0);
  return gate.slice(0, firstStep);
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gate-'));
  await mkdir(join(folder, '.ci'));
});
afterEach(() => rm(folder, { recursive: true }));

/**
 * Runs a gate with these steps, and sends it a signal as soon as a file exists. Resolves when every process that it
 * started has ended: all of them inherit the fourth pipe, which closes when the last one ends.
 */
const runGate = async (steps: string, signal?: { readonly name: NodeJS.Signals; readonly after: string }) => {
  const program = join(folder, '.ci', 'run');
  await writeFile(program, `${await preamble()}\n${steps}\n`);
  const gate = spawn('bash', [program], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: 100_000,
  });
  const output: string[] = [];
  for (const stream of [gate.stdout, gate.stderr]) stream?.on('data', (part) => output.push(String(part)));
  const ended = new Promise<number | null>((resolve) => gate.once('close', resolve));
  if (signal) {
    await expect.poll(() => existsSync(join(folder, signal.after))).toBe(true);
    gate.kill(signal.name);
  }
  return { status: await ended, output: output.join('') };
};

it('reports a failed step, and fails when the parallel steps have ended', async () => {
  const { status, output } = await runGate(`
    fail() { echo reason; false; echo 'went past'; }
    late() { sleep 0.3; touch late; }
    start fail one
    start late
    finish_all
    step echo unreached`);
  expect(status).toBe(1);
  expect(output).toContain('==> fail one\nreason\n<== fail one: failed\n');
  expect(output).toContain('<== late: passed in');
  expect(output).not.toMatch(/unreached|went past/);
  expect(existsSync(join(folder, 'late'))).toBe(true);
});

it('runs the next step after parallel steps have passed', async () => {
  const { status, output } = await runGate(`
    start echo one
    start echo two
    finish_all
    step echo three`);
  expect(status).toBe(0);
  expect(output).toMatch(/==> echo one\none\n<== .*\n\n==> echo two\ntwo\n<== .*\n\n==> echo three\nthree\n/);
});

it.each([
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('on %s, ends parallel steps and the processes that they started', async (name, status) => {
  const steps = `
    start sh -c 'sh -c "touch began; sleep 20; touch went-on"; touch went-on'
    finish_all`;
  expect(await runGate(steps, { name, after: 'began' })).toMatchObject({ status });
  expect(existsSync(join(folder, 'went-on'))).toBe(false);
});
