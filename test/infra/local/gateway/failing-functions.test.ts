import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import { threadedFunctionHost } from '../../../../infra/local/functions/threaded-function-host.ts';
import type { Gateway } from '../../../../infra/local/gateway/gateway.ts';
import { integrationOf, method, restApi, startTestGateway } from './gateway-under-test.ts';
import { errorCode, exchangeRaw, rawRequest } from './raw-http.ts';

/** Functions that come to grief once, told to by the query, or when they are loaded for the first time. */
const source = `
const { existsSync, writeFileSync } = require('node:fs');
const marker = __dirname + '/loaded-' + process.env.AWS_LAMBDA_FUNCTION_NAME;
if (process.env.AWS_LAMBDA_FUNCTION_NAME === 'init' && !existsSync(marker)) {
  writeFileSync(marker, '');
  throw new Error('secret: cannot be loaded');
}
let half = 'whole';
const answer = async (fail, event) => {
  if (event.queryStringParameters?.fail !== undefined) await fail();
  return { statusCode: 200, headers: {}, body: half };
};
const hoard = () => {
  const held = [];
  for (;;) held.push(new Array(100_000).fill(held.length));
};
const never = () => new Promise(() => setInterval(() => {}, 1_000));
exports.init = (event) => answer(() => {}, event);
exports.rejection = (event) => answer(() => { Promise.reject(new Error('secret')); return never(); }, event);
exports.memory = (event) => answer(hoard, event);
exports.killed = (event) => answer(() => { half = 'half'; return never(); }, event);
`;

const names = ['init', 'rejection', 'memory', 'killed'];
let directory: string;
let host: FunctionHost;
let gateway: Gateway & AsyncDisposable;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'failing-functions-'));
  await writeFile(join(directory, 'index.cjs'), source);
  const functions = names.map((name) => ({
    name,
    codeDirectory: directory,
    handler: `index.${name}`,
    environment: {},
    timeoutSeconds: 30,
    memoryMegabytes: 64,
  }));
  host = threadedFunctionHost({
    functions: new Map(functions.map((each) => [each.name, each])),
    runtimeEnvironment: { AWS_REGION: 'ap-southeast-2' },
    log: () => {},
  });
  const methodOf = (name: string, path: string, timeoutMilliseconds = 29_000) =>
    method('GET', path, integrationOf(name, { timeoutMilliseconds }));
  gateway = await startTestGateway({
    api: restApi([
      ...names.map((name) => methodOf(name, `/${name}`, name === 'killed' ? 3_000 : undefined)),
      // To start a thread anew may take long on a machine that is busy with others.
      ...names.map((name) => methodOf(name, `/${name}/next`)),
    ]),
    functions: host,
  });
});
afterAll(async () => {
  await gateway.close();
  await host.close();
  await rm(directory, { recursive: true });
});

const get = (target: string) => exchangeRaw(gateway.url, rawRequest(`GET ${target}`));

describe('a function behind the gateway', () => {
  it.each([
    ['G09', 'rejection', 'that leaves a rejection unhandled', 502],
    ['G09', 'memory', 'that runs out of memory', 502],
    ['G09', 'init', 'that cannot be loaded', 502],
    ['G08', 'killed', 'that is ended at its timeout in the middle of its work', 504],
  ])('%s %s: one %s is answered in shape, and the next request well', async (_id, name, _what, status) => {
    const failure = await get(`/${name}?fail=1`);
    expect([failure.statusCode, errorCode(failure)]).toEqual([status, 'INTERNAL_SERVER_ERROR']);
    expect(failure.body).not.toContain('secret');
    const next = await get(`/${name}/next`);
    expect([next.statusCode, next.body]).toEqual([200, 'whole']);
  });
});
