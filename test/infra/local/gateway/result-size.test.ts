import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import { threadedFunctionHost } from '../../../../infra/local/functions/threaded-function-host.ts';
import type { Gateway } from '../../../../infra/local/gateway/gateway.ts';
import { integrationOf, method, restApi, startTestGateway } from './gateway-under-test.ts';

/** As Lambda's own refusal says it. */
const mostBytes = 6_291_556;

/** A function whose result has as many bytes of JSON as the query says, and one that streams them. */
const source = `
const bytesOf = (event) => Number(event.queryStringParameters.bytes);
exports.whole = async (event) => {
  const { letter = 'a' } = event.queryStringParameters;
  const resultOf = (body) => ({ statusCode: 200, headers: {}, body });
  const left = bytesOf(event) - JSON.stringify(resultOf('')).length;
  const perLetter = Buffer.byteLength(JSON.stringify(letter)) - 2;
  return resultOf(letter.repeat(left / perLetter) + 'a'.repeat(left % perLetter));
};
exports.streamed = awslambda.streamifyResponse(async (event, stream) => {
  const http = awslambda.HttpResponseStream.from(stream, { statusCode: 200 });
  http.end('a'.repeat(bytesOf(event)));
  await new Promise((resolve) => http.once('finish', resolve));
});
`;

let directory: string;
let host: FunctionHost;
let gateway: Gateway & AsyncDisposable;
const entries: object[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'result-size-'));
  await writeFile(join(directory, 'index.cjs'), source);
  const functions = ['whole', 'streamed'].map((name) => ({
    name,
    codeDirectory: directory,
    handler: `index.${name}`,
    environment: {},
    timeoutSeconds: 10,
    memoryMegabytes: 256,
  }));
  host = threadedFunctionHost({
    functions: new Map(functions.map((each) => [each.name, each])),
    runtimeEnvironment: { AWS_REGION: 'ap-southeast-2' },
    log: () => {},
  });
  gateway = await startTestGateway({
    api: restApi([
      method('GET', '/whole', integrationOf('whole')),
      method('GET', '/streamed', integrationOf('streamed', { streamed: true })),
    ]),
    functions: host,
    log: (line) => entries.push(JSON.parse(line)),
  });
});
afterAll(async () => {
  await gateway.close();
  await host.close();
  await rm(directory, { recursive: true });
});

const ask = (path: string, bytes: number, letter = 'a') =>
  fetch(`${gateway.url}${path}?bytes=${bytes}&letter=${encodeURIComponent(letter)}`);

// Of each kind of character JSON has another number of bytes: as it is, escaped, and in UTF-8.
describe.each(['a', '"', '😀'])('a result of many %s', (letter) => {
  it('is answered where Lambda takes so many bytes of JSON', async () => {
    const response = await ask('/whole', mostBytes, letter);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeGreaterThan(mostBytes / 4);
  });

  it('is a failure of the function where Lambda takes no byte more', async () => {
    const response = await ask('/whole', mostBytes + 1, letter);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ errors: [{ code: 'INTERNAL_SERVER_ERROR' }] });
    expect(entries.at(-1)).toMatchObject({
      status: '502',
      reason: 'function failed: Function.ResponseSizeTooLarge',
    });
  });
});

it('a function that refused is there for the next request', async () => {
  await ask('/whole', mostBytes + 1);
  expect((await ask('/whole', 1_000)).status).toBe(200);
});

it('a stream may have more', async () => {
  const response = await ask('/streamed', 2 * mostBytes);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBe(2 * mostBytes);
});
