import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import settings from '../../../../cdk.json' with { type: 'json' };
import { readDeployment } from '../../../../infra/local/template/deployment.ts';
import { addStage } from '../../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../../infra/stages/stages.ts';

/** Returns the deployment from the local stage's templates. Its functions have no code. */
export const readLocalDeployment = async () => {
  const outdir = await mkdtemp(join(tmpdir(), 'waypost-assembly-'));
  const app = new App({ outdir, context: settings.context, analyticsReporting: false });
  addStage(app, stages.local, { codeOf: (handler) => Code.fromInline(`// ${handler}`) });
  app.synth();
  const deployment = await readDeployment(outdir);
  await rm(outdir, { recursive: true });
  return deployment;
};
