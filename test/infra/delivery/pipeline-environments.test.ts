import { type App, Stack } from 'aws-cdk-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { PipelineDeliveryStack } from '../../../infra/delivery/pipeline-delivery-stack.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { checked, inlineCode, newApp, settingsWith } from './delivery-app.ts';

const connectionArn =
  'arn:aws:codeconnections:eu-west-1:111122223333:connection/00000000-0000-4000-8000-000000000000';
const accountOf = { dev: '444455556666', prod: '777788889999' };

// The CDK's own rules take long over whole stages; the synthesis of the gate asks them.
beforeAll(() => void vi.stubEnv('CDK_VALIDATION', 'false'));
afterAll(() => void vi.unstubAllEnvs());

const delivered = (environmentOf: Partial<Record<string, StageSettings['environment']>>) => {
  const app = newApp();
  const stack = new PipelineDeliveryStack(app, 'Pipeline', {
    settings: settingsWith({ connectionArn }),
    connectionArn,
    stages: [stages.dev, stages.prod].map((stage) => ({ ...stage, environment: environmentOf[stage.name] })),
    built: { codeOf: inlineCode },
  });
  const { template, findings } = checked(stack);
  const own = findings.filter((finding) => !/^Pipeline\/Release\/(dev|prod)\//.test(finding));
  return { app, stack, own, actions: deploymentsIn(Object.values(template.toJSON().Resources)) };
};

const pipeline = z.object({
  Type: z.literal('AWS::CodePipeline::Pipeline'),
  Properties: z.object({
    Stages: z.array(
      z.object({
        Name: z.string(),
        Actions: z.array(z.object({ Region: z.string().optional(), RoleArn: z.unknown() })),
      }),
    ),
  }),
});

/** The roles and regions that the pipeline deploys each stage with, without repetition. */
const deploymentsIn = (resources: readonly unknown[]) => {
  const [found] = resources.flatMap((resource) => pipeline.safeParse(resource).data ?? []);
  return (name: string) => {
    const actions = found?.Properties.Stages.find((stage) => stage.Name === name)?.Actions ?? [];
    const deployments = actions
      .map(({ Region, RoleArn }) => `${JSON.stringify(RoleArn)} ${Region ?? 'here'}`)
      .filter((role) => role.includes('-deploy-role-'));
    return [...new Set(deployments)];
  };
};

/** Made beside the pipeline's, for stages in other regions. */
const supportStacks = (app: App, stack: Stack) =>
  app.node.children.filter((child) => Stack.isStack(child)).filter((child) => child !== stack);

describe('a pipeline', () => {
  it('lies where its connection does, and deploys stages there that name no account', () => {
    const { app, stack, own, actions } = delivered({});
    expect([stack.account, stack.region]).toEqual(['111122223333', 'eu-west-1']);
    for (const name of ['dev', 'prod']) {
      expect(actions(name)).toEqual([
        expect.stringMatching(
          /-deploy-role-",\{"Ref":"AWS::AccountId"\},"-",\{"Ref":"AWS::Region"\}.* here$/,
        ),
      ]);
    }
    expect(supportStacks(app, stack)).toEqual([]);
    expect(own).toEqual([]);
  });

  it('deploys each stage into the account that it names, by the roles of that account', () => {
    const { app, stack, own, actions } = delivered({
      dev: { account: accountOf.dev, region: 'eu-west-1' },
      prod: { account: accountOf.prod, region: 'eu-west-1' },
    });
    for (const [name, account] of Object.entries(accountOf)) {
      expect(actions(name)).toEqual([
        expect.stringContaining(`::${account}:role/cdk-hnb659fds-deploy-role-${account}-eu-west-1`),
      ]);
    }
    expect(supportStacks(app, stack)).toEqual([]);
    expect(own).toEqual([]);
  });

  it('hands artefacts on to a stage in another region by a bucket there, which breaks no rule either', () => {
    const { app, stack, own, actions } = delivered({
      prod: { account: accountOf.prod, region: 'us-east-1' },
    });
    expect(actions('prod')).toEqual([expect.stringMatching(/-777788889999-us-east-1.* us-east-1$/)]);
    const support = supportStacks(app, stack);
    expect(support.map(({ account, region }) => [account, region])).toEqual([['111122223333', 'us-east-1']]);
    expect([...own, ...support.flatMap((other) => checked(other).findings)]).toEqual([]);
  });
});
