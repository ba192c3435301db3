import { readdir, readFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { httpTarget } from '../support/targets/http-target.ts';
import { nothingAcknowledged } from '../support/writes/acknowledged.ts';
import { lossesOf } from '../support/writes/kept.ts';
import { submit } from '../support/writes/write-load.ts';
import { startOwnStack } from './running-stack.ts';

const engineOf = async (databaseFile: string): Promise<number> => {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^[^\0]*dynoxide\0serve\0/.test(command) && command.includes(`\0${databaseFile}\0`))
      return Number(pid);
  }
  throw new Error('no engine runs');
};

it('G11 restarts a killed database engine, returns 503 until then, and loses no accepted enquiry', async () => {
  const stack = await startOwnStack();
  onTestFinished(() => stack.remove());
  const { databaseFile, storesLog } = dataFilesIn(stack.dataDirectory);
  const target = httpTarget(stack.url, stack.key);
  const acknowledged = nothingAcknowledged();
  const { enquiries, refusals } = acknowledged;
  const send = (text: string) => submit(target, text, undefined, acknowledged);
  await send('the first');
  const killed = await engineOf(databaseFile);

  process.kill(killed, 'SIGKILL');
  for (let sent = 0; sent < 20; sent++) await send(`number ${sent}`);
  await expect
    .poll(() => send('the last').then(() => enquiries.size), { timeout: 60_000 })
    .toBeGreaterThan(1);

  for (const each of refusals) expect(each).toMatch(/^503 /);
  expect(await engineOf(databaseFile)).not.toBe(killed);
  expect(await lossesOf(stack.dataDirectory, acknowledged)).toMatchObject({ lost: [], altered: [] });
  await expect.poll(() => readFile(storesLog, 'utf8')).toContain('ended by SIGKILL. Restarting it');
});
