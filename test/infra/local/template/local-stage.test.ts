import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { tablesFile } from '../../../../infra/local/start/first-start.ts';
import { stages } from '../../../../infra/stages/stages.ts';
import { tablesByRole } from '../../../sample-network/tables-by-role.ts';
import { readLocalDeployment } from './local-deployment.ts';

const deployment = await readLocalDeployment();

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

it('loads the sample into the tables that the templates define', async () => {
  // `npm run sample` writes this file.
  expect(JSON.parse(await readFile(tablesFile, 'utf8'))).toEqual(tablesByRole(deployment));
});
