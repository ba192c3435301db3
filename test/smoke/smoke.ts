import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import * as z from 'zod';
import { billTypesResponse } from '../../functions/bill-management-v1/contract.ts';
import { servicesResponse } from '../../functions/locations-v2/contract.ts';
import { workCentresResponse } from '../../functions/locations-v3/contract.ts';
import { basePathOf, type Service, services } from '../../shared/domain/access/service.ts';
import { errorResponseAt } from '../contract/routing/error-codes.ts';
import { addressOf, exitOnInvalidUsage, scriptCommand } from '../support/command.ts';
import type { ApiTarget, TargetResponse } from '../support/targets/api-target.ts';
import { httpTarget } from '../support/targets/http-target.ts';

const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url));

const help = `
Nothing is written: no enquiry is submitted, and other writes are rejected by their method. The key in the variable
AUTH_KEY must be valid for all three services, but need not allow enquiries. Its plan must be unlimited, because
the tests send many requests at once:

  $ export AUTH_KEY=$(npx waypost keys issue --client smoke --plan unlimited --expires 90d \\
      --scope bill-management:billers locations-v2 locations-v3)
  $ npm run smoke -- http://127.0.0.1:3000
  $ npm run smoke -- https://example.execute-api.ap-southeast-2.amazonaws.com/dev/       with a key of that stage

A stage that has lost its network responds like a new one. Give --published for a stage that has already published.

Exit status: 0 the stage conforms to its documentation, 1 it does not, 2 invalid usage.`;

const seconds = (text: string): number => {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Must be an integer number of seconds.');
};

interface SmokeOptions {
  readonly wait: number;
  readonly timeout: number;
  readonly published: boolean;
}

const say = (text: string) => void process.stderr.write(`${text}\n`);
const exit = z.tuple([z.int().nullable(), z.string().nullable()]);

/** Returns variables that turn off colours, which Vitest would otherwise also write to pipes and files. */
const plainInPipe = () => (process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' });

/** Requests that succeed on every stage with a key for the service, whatever the data. */
const requestFor: Readonly<Record<Service, { readonly path: string; readonly answer: z.ZodType }>> = {
  'bill-management': { path: '/biller-metadata/bill-types', answer: billTypesResponse },
  'locations-v2': { path: '/services', answer: servicesResponse },
  'locations-v3': { path: '/workcentres?size=0', answer: workCentresResponse },
};

const isJsonOf = (schema: z.ZodType, text: string): boolean => {
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

const reasonFor = (service: Service, status: number): string | undefined => {
  if (status === 401)
    return 'the key is rejected (401): it belongs to another stage, was revoked or has expired';
  if (status === 403) return `the key lacks the scope ${service} (403): use a key for all three services`;
  return status === 429 ? "throttled (429): the client's usage plan is exhausted for now" : undefined;
};

const refusalIn = (service: Service, path: string, { status, body }: TargetResponse): string | undefined => {
  if (status === 200 && isJsonOf(requestFor[service].answer, body)) return undefined;
  // If Waypost itself sends a wrong response, the tests report it.
  if (status !== 404 && isJsonOf(errorResponseAt(path), body)) return reasonFor(service, status);
  return `no Waypost at this address: ${path} returned ${status} with a body that is not Waypost's`;
};

/** Returns the reason if all tests would fail, such as a rejected key. */
const firstRefusal = async (target: ApiTarget): Promise<string | undefined> => {
  for (const service of services) {
    const path = `${basePathOf[service]}${requestFor[service].path}`;
    const refusal = refusalIn(service, path, await target.send({ path }));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

const retryMilliseconds = 2_000;

/** Waits until a new stage responds. Returns the last error if it never does. */
const firstAnswer = async (url: string, waitSeconds: number): Promise<string | undefined> => {
  const until = performance.now() + waitSeconds * 1000;
  const ping = { path: `${basePathOf['bill-management']}/ping` };
  for (;;) {
    const refusal = await httpTarget(url, undefined)
      .send(ping)
      .then(
        ({ status }) => (status < 500 ? undefined : `status ${status}`),
        (error) => String(error instanceof AggregateError ? error.errors[0] : error),
      );
    if (refusal === undefined || performance.now() + retryMilliseconds > until) return refusal;
    await pause(retryMilliseconds);
  }
};

const smoke = async (url: string, options: SmokeOptions): Promise<number> => {
  const key = process.env.AUTH_KEY;
  if (!key) {
    say('No key: set AUTH_KEY to a key of the stage that is valid for all three services.');
    return 2;
  }
  const silence = await firstAnswer(url, options.wait);
  if (silence !== undefined) {
    say(`${url} does not respond: ${silence}`);
    return 1;
  }
  const refusal = await firstRefusal(httpTarget(url, key)).catch(String);
  if (refusal !== undefined) {
    say(`${url}: ${refusal}`);
    return 1;
  }
  const tests = spawn(process.execPath, [vitest, 'run', '--config', config], {
    env: {
      ...process.env,
      ...plainInPipe(),
      WAYPOST_BASE_URL: url,
      WAYPOST_PUBLISHED: String(options.published),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: options.timeout * 1000,
  });
  const [code, signal] = exit.parse(await once(tests, 'exit'));
  if (signal !== null) say(`The smoke test was stopped after ${options.timeout} seconds.`);
  return code === 0 ? 0 : 1;
};

/** `npm run smoke`: tests the part of the contract that applies to every stage, whatever its data. */
await scriptCommand(
  'smoke',
  'Checks a running stage against the part of its contract that does not depend on its data.',
  help,
)
  .argument(
    '<base url>',
    'address of the stage, including its path',
    addressOf('a stage, such as https://api.example.org/'),
  )
  .option('--wait <seconds>', 'maximum wait for the first response of a new stage', seconds, 60)
  .option('--timeout <seconds>', 'time limit for all tests together', seconds, 600)
  .option('--published', 'the stage has already published, so that an empty network is a fault', false)
  .exitOverride(exitOnInvalidUsage)
  .action(async (url: string, options: SmokeOptions) => {
    process.exitCode = await smoke(url, options);
  })
  .parseAsync();
