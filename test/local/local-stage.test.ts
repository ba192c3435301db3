import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../infra/local/data-directory/data-files.ts';
import { tablesFile } from '../../infra/local/start/first-start.ts';
import { readDeployment } from '../../infra/local/template/deployment.ts';
import { stages } from '../../infra/stages/stages.ts';
import { errorOf } from '../infra/local/gateway/gateway-under-test.ts';
import { key, refusals, refusalTypes, refused } from '../infra/local/gateway/refused.ts';
import { tablesByRole } from '../sample-network/tables-by-role.ts';
import { sharedStack } from './running-stack.ts';

const deployment = await readDeployment(dataFilesIn(sharedStack.dataDirectory).assemblyDirectory);
const { restApi } = deployment;

describe('the local stage', () => {
  it('publishes on its schedule and on changes to its three tables', () => {
    const { schedules, outputs } = deployment;

    const publisher = outputs.get('PublisherFunction');
    const eventSources = deployment.eventSources.filter(({ functionName }) => functionName === publisher);
    const queue = expect.stringMatching(/Undelivered/);
    expect(schedules).toEqual([
      expect.objectContaining({
        everyMinutes: stages.local.publishEveryMinutes,
        functionName: publisher,
        input: { reason: 'schedule' },
        retryAttempts: 2,
        maximumAgeSeconds: stages.local.publishEveryMinutes * 60,
        deadLetterQueue: queue,
      }),
    ]);
    expect(eventSources.map(({ tableName }) => tableName).sort()).toEqual(
      ['CapabilitiesTable', 'LocationChangesTable', 'LocationsTable'].map((name) => outputs.get(name)).sort(),
    );
    for (const source of eventSources) {
      expect(source).toMatchObject({ functionName: publisher, deadLetterQueue: queue });
    }
  });

  it('lets web pages read published files, but no other bucket', () => {
    const { buckets, outputs } = deployment;
    const open = buckets.filter(({ crossOriginRule }) => crossOriginRule);
    expect(open.map(({ name }) => name)).toEqual([outputs.get('PublishedBucket')]);
    expect(buckets.length).toBeGreaterThan(1);
  });

  it('passes files in the import bucket, except reports, to the importer', () => {
    const { buckets, rules, queues, queueSources, outputs } = deployment;

    const imports = outputs.get('ImportBucket') ?? '';
    const expiryOf = (bucket: unknown) => buckets.find(({ name }) => name === bucket)?.expirationDays;
    expect(expiryOf(imports)).toBe(90);
    expect(expiryOf(outputs.get('PublishedBucket'))).toBeUndefined();
    const [source] = queueSources;
    if (!source) throw new Error('no queue is read');
    expect(rules).toEqual([
      {
        name: expect.any(String),
        bucketName: imports,
        ignoredSuffix: '.report.json',
        queueName: source.queueName,
        messageGroupId: expect.any(String),
      },
    ]);
    expect(source).toMatchObject({ functionName: expect.stringMatching(/Import/) });
    expect(queues.find(({ name }) => name === source.queueName)).toMatchObject({
      maxAttempts: 5,
      deadLetterQueue: expect.stringMatching(/Undelivered/),
    });
  });

  it('passes availability reports to their function, and keeps those that could not be stored', () => {
    const { busRules, queues, queueSources } = deployment;
    const source = queueSources.find(({ functionName }) => functionName.includes('ReportAvailability'));
    expect(source).toMatchObject({ reportsFailures: true });
    expect(busRules).toMatchObject([{ queueName: source?.queueName }]);
    expect(queues.find(({ name }) => name === source?.queueName)).toMatchObject({
      maxAttempts: 10,
      deadLetterQueue: expect.stringMatching(/Undelivered/),
    });
  });

  it('loads the sample into the tables that the templates define', async () => {
    // `npm run sample` writes this file.
    expect(JSON.parse(await readFile(tablesFile, 'utf8'))).toEqual(tablesByRole(deployment));
  });
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
