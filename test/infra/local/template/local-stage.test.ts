import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect, it, onTestFinished } from 'vitest';
import settings from '../../../../cdk.json' with { type: 'json' };
import { readDeployment } from '../../../../infra/local/template/read-deployment.ts';
import { addStage } from '../../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../../infra/stages/stages.ts';

it('the local stage publishes on its schedule and on changes of both tables, as the templates say', async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'waypost-assembly-'));
  onTestFinished(() => rm(outdir, { recursive: true }));
  const app = new App({ outdir, context: settings.context, analyticsReporting: false });
  addStage(app, stages.local, (handler) => Code.fromInline(`// ${handler}`));
  app.synth();

  const { schedules, eventSources, outputs } = await readDeployment(outdir);

  const publisher = outputs.get('PublisherFunction');
  const queue = expect.stringMatching(/Undelivered/);
  expect(schedules).toEqual([
    expect.objectContaining({
      enabled: true,
      everyMinutes: stages.local.publishEveryMinutes,
      functionName: publisher,
      input: { reason: 'schedule' },
      deadLetterQueue: queue,
    }),
  ]);
  expect(eventSources.map(({ tableName }) => tableName).sort()).toEqual(
    [outputs.get('CapabilitiesTable'), outputs.get('LocationsTable')].sort(),
  );
  for (const source of eventSources) {
    expect(source).toMatchObject({
      enabled: true,
      batchingWindowSeconds: stages.local.changeWindowSeconds,
      functionName: publisher,
      deadLetterQueue: queue,
    });
  }
});
