import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import * as z from 'zod';
import { readGuides } from '../../infra/portal/pages/guides.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';

const run = promisify(execFile);
const { url, key } = inject('sharedStack');

/** Returns the commands in Markdown blocks of `sh`, one per line. */
const commandsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .filter((line) => line.startsWith('curl')),
  );

const guided = readGuides().flatMap(({ name, body }) =>
  commandsOf(body).map((command) => ({ name, command })),
);

/** Replaces the ids of the sample network, which the guides use, with those of this stack's network. */
const onThisNetwork = (command: string): string =>
  command
    .replace(/OC\d{4}/, fixtureNetwork.services[0]?.capability_id ?? '')
    .replace('310003_PO', fixtureNetwork.locations[0]?.location_code ?? '');

const answerOf = async (command: string): Promise<string> => {
  const { stdout } = await run('bash', ['-o', 'pipefail', '-c', onThisNetwork(command)], {
    env: { PATH: process.env.PATH, API: url, AUTH_KEY: key },
  });
  return stdout;
};

/** Responses with at least one item, as an empty list is a bad example. */
const finding = z.union([
  z.looseObject({ pagination: z.looseObject({ total: z.int().positive() }) }),
  z.strictObject({ points: z.array(z.unknown()).nonempty() }),
  z.strictObject({ services: z.array(z.unknown()).nonempty() }),
  z.strictObject({ billers: z.array(z.unknown()).nonempty() }),
  z.strictObject({ places: z.array(z.unknown()).nonempty() }),
  z.looseObject({ checks: z.array(z.unknown()).nonempty() }),
]);

/** Returns the status that a command prints; undefined if it prints the body. */
const shownStatus = (command: string): RegExp | undefined => {
  if (!command.includes('%{http_code}')) return undefined;
  if (command.includes('size=101')) return /^400/;
  return /export\/workcentres/.test(command) && !command.includes('xargs') ? /^302/ : /^200/;
};

it.each(guided)('a request of the portal returns a useful result ($name): $command', async ({ command }) => {
  const answer = await answerOf(command);
  const status = shownStatus(command);
  if (status) expect(answer).toMatch(status);
  else expect(() => finding.parse(JSON.parse(answer)), answer.slice(0, 200)).not.toThrow();
});
