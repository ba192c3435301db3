import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { readStackFile } from '../../infra/local/data-directory/stack-file.ts';
import { tablesFile } from '../../infra/local/start/first-start.ts';
import { readDeployment } from '../../infra/local/template/deployment.ts';
import { errorOf } from '../infra/local/gateway/gateway-under-test.ts';
import { key, refusals, refusalTypes, refused } from '../infra/local/gateway/refused.ts';
import { tablesByRole } from '../sample-network/tables-by-role.ts';
import { sharedStack } from './running-stack.ts';

const deployment = await readDeployment(dataFilesIn(sharedStack.dataDirectory).assemblyDirectory);
const { restApi } = deployment;

it('loads the sample into the tables that the templates define', async () => {
  // `npm run sample` writes this file.
  expect(JSON.parse(await readFile(tablesFile, 'utf8'))).toEqual(tablesByRole(deployment));
});

it('tells the command line how long functions may use an old catalogue', async () => {
  expect(await readStackFile(sharedStack.dataDirectory)).toMatchObject({ catalogueCheckSeconds: 2 });
});

it('lets web pages read published files only, and does not import reports', () => {
  const open = deployment.buckets.filter(({ crossOriginRule }) => crossOriginRule);
  expect(open).toMatchObject([{ name: deployment.outputs.get('PublishedBucket') }]);
  const rules = deployment.rules.filter(({ pattern }) => pattern.detail);
  expect(rules).toMatchObject([{ pattern: { detail: { ignoredSuffix: '.report.json' } } }]);
});

describe('the deployed gateway responses', () => {
  it.each(refusalTypes)(
    'A21 G09 G10 H12: are contract errors with a declared status for %s',
    async (type) => {
      const [status, functions, request] = refusals[type];
      const response = await refused(restApi.gatewayResponses, functions, request);
      const declared = status < 500 ? /^(400|401|403|404|417|429) [A-Z_]+$/ : /^500 INTERNAL_SERVER_ERROR$/;
      expect(errorOf(response)).toMatch(declared);
      expect(response.body).not.toMatch(/"message"|Internal server error|table/);
      expect(JSON.parse(response.body).errors[0].detail).toEqual(expect.any(String));
    },
  );

  type Fault = [fault: string, line: string, headers: string[], detail: string];
  const undecodable = 'The query string is not valid percent-encoded UTF-8.';
  it.each<Fault>([
    ['an unknown method', 'FOO /a', [], 'Unknown HTTP method.'],
    ['a malformed request line', 'GET /a b', [], 'The request is not valid HTTP.'],
    [
      'an overlong URL',
      `GET /a?x=${'y'.repeat(17_000)}`,
      [key],
      'The URL is too long: the request line and the header values have 17,028 bytes, but the limit is 10,240.',
    ],
    [
      'an overlong header',
      'GET /a',
      [`AUTH-KEY: ${'k'.repeat(17_000)}`],
      'The headers are too long: the request line and the header values have 17,024 bytes, but the limit is 10,240.',
    ],
    ['a huge URL', `GET /a?x=${'y'.repeat(70_000)}`, [], 'The URL or a header is too long.'],
    ...['a=%', 'a=%zz', 'b=1&a=%c3%28&c=%', 'a=%ed%a0%80', '%61=%ff'].map(
      (query): Fault => [
        `the query ${query}`,
        `GET /a?${query}`,
        [key],
        'a: is not valid percent-encoded UTF-8',
      ],
    ),
    ...['%ff=1', '%', `${'x'.repeat(121)}=%zz`, '=%zz', 'a%0ab=%zz', '%E2%80%AEa=%ff', '<b>=%'].map(
      (query): Fault => [`the query ${query.slice(0, 9)}`, `GET /a?${query}`, [key], undecodable],
    ),
  ])('describe the problem with %s', async (_, line, headers, detail) => {
    const response = await refused(restApi.gatewayResponses, {}, [line, ...headers]);
    expect(errorOf(response)).toBe('400 CONSTRAINT_VIOLATION');
    expect(JSON.parse(response.body).errors[0].detail).toBe(detail);
  });

  it('H04: return 401 for a client without an API Gateway key', async () => {
    const response = await refused(restApi.gatewayResponses, {}, ['GET /planned', key]);
    expect(response.statusCode).toBe(401);
  });

  it('apply the deployed method throttle (H01)', () => {
    expect([...restApi.methodThrottles]).toEqual([['/*/*', { ratePerSecond: 5_000, burst: 2_500 }]]);
  });
});
