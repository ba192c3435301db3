import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { processorSecondsOf, processorSecondsOfTree } from './processor-seconds.ts';

/** Uses a second of a processor, many times what Node needs to start. */
const busy =
  'for (let used = { user: 0 }; used.user < 1_000_000; used = process.cpuUsage()) for (let i = 0; i < 1e6; i++);';
const waiting = "console.log('done'); process.stdin.resume();";
const node = (code: string, options: string) =>
  `require('node:child_process').${options}(process.execPath, ['-e', ${JSON.stringify(code)}]`;

/** Starts a process that waits when its work is done. */
const startWork = async (code: string): Promise<number> => {
  const child: ChildProcess = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.stdin?.end());
  if (child.stdout) await once(child.stdout, 'data');
  return child.pid ?? Number.NaN;
};

it('are those of the process, and of its children that have ended', async () => {
  const idle = await processorSecondsOf(await startWork(waiting));
  const own = await processorSecondsOf(await startWork(`${busy} ${waiting}`));
  const ended = await processorSecondsOf(await startWork(`${node(busy, 'spawnSync')}); ${waiting}`));

  expect(own).toBeGreaterThanOrEqual(1);
  expect(ended).toBeGreaterThanOrEqual(1);
  expect(idle).toBeLessThan(1);
});

it('are those of running children too, where they are asked of all', async () => {
  const child = JSON.stringify(['inherit', 'inherit', 'inherit']);
  const parent = await startWork(`${node(`${busy} ${waiting}`, 'spawn')}, { stdio: ${child} })`);

  expect(await processorSecondsOf(parent)).toBeLessThan(1);
  expect(await processorSecondsOfTree(parent)).toBeGreaterThanOrEqual(1);
});

it('are none of a process that does not run', async () => {
  expect(await processorSecondsOf(2 ** 30)).toBe(0);
  expect(await processorSecondsOfTree(2 ** 30)).toBe(0);
});
