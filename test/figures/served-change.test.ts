import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { keptAssembly, provideKeptSample } from '../support/stack/kept-sample.ts';
import { runWaypost } from '../support/stack/run-waypost.ts';
import {
  newDataDirectory,
  removeDataDirectory,
  type StackProcess,
  startStackProcess,
} from '../support/stack/stack-process.ts';

let stack: StackProcess;
beforeAll(async () => {
  const dataDirectory = await newDataDirectory();
  await provideKeptSample(dataDirectory);
  stack = await startStackProcess({ dataDirectory, sample: true, assemblyOf: await keptAssembly() });
});
afterAll(async () => {
  await stack.stop();
  await removeDataDirectory(stack.dataDirectory);
});

const found = z.object({
  pagination: z.object({ total: z.int() }),
  workcentres: z.array(z.object({ id: z.string() })).default([]),
});
const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: 'Australia/Sydney' });

/** Returns the work centres that are open tomorrow at 11:00. */
const findOpen = async (query: string) => {
  const path = `/locations/v3/workcentres?open_at=${tomorrow}T11:00&${query}`;
  const response = await fetch(`${stack.url}${path}`, { headers: { 'auth-key': stack.key } });
  return found.parse(await response.json());
};

it('the API shows within 5 seconds that an operator has closed a work centre', async () => {
  const [first] = (await findOpen('size=1')).workcentres;
  const { id } = z.object({ id: z.string() }).parse(first);
  const close = ['locations', 'close', id, '--on', tomorrow, '--reason', 'Burst pipe'];
  const command = runWaypost([...close, '--data-dir', stack.dataDirectory]);
  const open = async () => (await findOpen(`id=${id}`)).pagination.total;
  await expect.poll(open, { timeout: 5_000 }).toBe(0);
  const { status, stderr } = await command;
  expect(status, stderr).toBe(0);
});
