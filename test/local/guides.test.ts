import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import * as z from 'zod';
import { guideNames, markdownOf } from '../../infra/portal/pages/guide-pages.ts';
import { startRequests } from '../../infra/portal/pages/start-requests.ts';
import { fixtureNetwork } from '../support/fixture/fixture-network.ts';

const run = promisify(execFile);
const { url, key } = inject('sharedStack');

/** What stands in blocks of shell commands, a command each. */
const commandsOf = (markdown: string): readonly string[] =>
  [...markdown.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

const guided = guideNames.flatMap((name) =>
  commandsOf(markdownOf(name)).map((command) => ({ name, command })),
);
const started = startRequests.map(({ curl }) => ({ name: 'start page', command: curl }));

/** Ids of capabilities are the operator's: those of the guides are of the sample network, and this stack has another. */
const onThisNetwork = (command: string): string =>
  command.replace(/OC\d{4}/, fixtureNetwork.services[0]?.capability_id ?? '');

const answerOf = async (command: string): Promise<string> => {
  const { stdout } = await run('bash', ['-o', 'pipefail', '-c', onThisNetwork(command)], {
    env: { PATH: process.env.PATH, API: url, AUTH_KEY: key },
  });
  return stdout;
};

/** An answer that shows the reader something: a list of nothing is a bad example. */
const finding = z.union([
  z.looseObject({ pagination: z.looseObject({ total: z.int().positive() }) }),
  z.strictObject({ points: z.array(z.unknown()).nonempty() }),
  z.strictObject({ services: z.array(z.unknown()).nonempty() }),
  z.strictObject({ billers: z.array(z.unknown()).nonempty() }),
]);

/** The status that a command shows, or none where it shows the body. */
const shownStatus = (command: string): RegExp | undefined => {
  if (!command.includes('%{http_code}')) return undefined;
  if (command.includes('size=101')) return /^400/;
  return /export\/workcentres/.test(command) && !command.includes('xargs') ? /^302/ : /^200/;
};

it.each([...started, ...guided])(
  'a request of the portal is answered as it says ($name): $command',
  async ({ command }) => {
    const answer = await answerOf(command);
    const status = shownStatus(command);
    if (status) expect(answer).toMatch(status);
    else expect(() => finding.parse(JSON.parse(answer)), answer.slice(0, 200)).not.toThrow();
  },
);
