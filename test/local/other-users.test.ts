import { execFile, spawnSync } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { isolationObstacle } from '../../infra/local/database/isolation.ts';
import { describedStack } from '../support/stack/stack-stores.ts';
import { sharedStack } from './running-stack.ts';

const nobody = { uid: 65_534, gid: 65_534 };

const attackObstacle = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0) return 'only root can act as another user';
  const isolation = await isolationObstacle();
  if (isolation !== undefined) return `the database cannot be isolated: ${isolation}`;
  const started = spawnSync(process.execPath, ['--check', 'test/support/stack/attack.ts'], nobody);
  return started.status === 0 ? undefined : 'another user cannot read the checkout';
};

const socketsOf = async (processId: number): Promise<string[]> => {
  const folder = `/proc/${processId}`;
  const files = await readdir(`${folder}/fd`);
  const links = await Promise.all(files.map((file) => readlink(`${folder}/fd/${file}`).catch(() => '')));
  const inodes = links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
  for (const thread of await readdir(`${folder}/task`)) {
    const children = await readFile(`${folder}/task/${thread}/children`, 'utf8');
    for (const child of children.split(' ').filter(Boolean)) inodes.push(...(await socketsOf(Number(child))));
  }
  return inodes;
};

const attackReport = z.object({
  uid: z.number(),
  results: z.array(
    z.object({ endpoint: z.string(), kind: z.string(), status: z.number(), pages: z.string().nullable() }),
  ),
});

it('prevents other users of the machine from reading enquiries or issuing keys', async ({ skip }) => {
  const obstacle = await attackObstacle();
  skip(obstacle !== undefined, obstacle);
  const { pid, tables, dynamoDbEndpoint } = await describedStack(sharedStack.dataDirectory);
  const { enquiries, apiKeys } = tables;
  const plan = JSON.stringify({ inodes: await socketsOf(pid), enquiries, apiKeys });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['test/support/stack/attack.ts', plan],
    nobody,
  );
  const { uid, results } = attackReport.parse(JSON.parse(stdout));
  expect(uid).toBe(nobody.uid);
  expect(results.filter(({ status }) => status === 200)).toEqual([]);
  // One of the attacked sockets is the database, which must not respond to requests from web pages either.
  const database = results.filter(({ endpoint }) => endpoint === dynamoDbEndpoint);
  expect(database).toHaveLength(8);
  for (const { status, pages } of database) expect([status, pages]).toEqual([403, null]);
});
