import type { App } from 'aws-cdk-lib';
import type { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { PipelineStage } from '../../../infra/delivery/pipeline/pipeline-stage.ts';
import { PipelineDeliveryStack } from '../../../infra/delivery/pipeline-delivery-stack.ts';
import { stages } from '../../../infra/stages/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { checked, inlineCode, newApp, settingsWith } from './delivery-app.ts';

const connectionArn =
  'arn:aws:codeconnections:eu-west-1:111122223333:connection/00000000-0000-4000-8000-000000000000';

const action = z.object({
  Name: z.string(),
  RunOrder: z.int(),
  ActionTypeId: z.object({ Provider: z.string() }),
  Configuration: z.record(z.string(), z.unknown()).default({}),
});
const pipeline = z.object({
  Properties: z.object({ Stages: z.array(z.object({ Name: z.string(), Actions: z.array(action) })) }),
});
const policy = z.object({
  Properties: z.object({
    PolicyDocument: z.object({
      Statement: z.array(
        z.object({
          Action: z.union([z.string(), z.array(z.string())]),
          Effect: z.string(),
          Resource: z.unknown(),
        }),
      ),
    }),
    Roles: z.array(z.object({ Ref: z.string() })),
  }),
});
const buildProject = z.object({
  Properties: z.object({
    Environment: z.object({
      EnvironmentVariables: z
        .array(z.object({ Name: z.string(), Type: z.string(), Value: z.unknown() }))
        .default([]),
    }),
    Source: z.object({ BuildSpec: z.string() }),
  }),
});

let app: App;
let template: Template;
let findings: string[];
beforeAll(() => {
  // The CDK's own rules take long over two whole stages; the synthesis of the gate asks them.
  vi.stubEnv('CDK_VALIDATION', 'false');
  app = newApp();
  const stack = new PipelineDeliveryStack(app, 'Pipeline', {
    settings: settingsWith({ connectionArn, repository: 'example@12/waypost@345', published: 'dev' }),
    connectionArn,
    stages: [stages.dev, stages.prod],
    built: { codeOf: inlineCode },
  });
  ({ template, findings } = checked(stack));
});
afterAll(() => void vi.unstubAllEnvs());

const only = <T>(items: readonly T[]): T => {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0) throw new Error(`there are ${items.length} of them`);
  return first;
};
const stagesOfPipeline = () =>
  pipeline.parse(only(Object.values(template.findResources('AWS::CodePipeline::Pipeline')))).Properties
    .Stages;
const actionsOf = (name: string) =>
  (stagesOfPipeline().find((stage) => stage.Name === name)?.Actions ?? []).toSorted(
    (one, other) => one.RunOrder - other.RunOrder,
  );
const projects = () =>
  Object.values(template.findResources('AWS::CodeBuild::Project')).map(
    (each) => buildProject.parse(each).Properties,
  );
const projectThatRuns = (command: string) =>
  only(projects().filter(({ Source }) => Source.BuildSpec.includes(command)));

describe('the pipeline', () => {
  it('takes the branch by the connection, checks and synthesises it, updates itself, then deploys dev and prod', () => {
    expect(stagesOfPipeline().map(({ Name }) => Name)).toEqual([
      'Source',
      'Build',
      'UpdatePipeline',
      'dev',
      'prod',
    ]);
    expect(only(actionsOf('Source'))).toMatchObject({
      ActionTypeId: { Provider: 'CodeStarSourceConnection' },
      Configuration: {
        ConnectionArn: connectionArn,
        FullRepositoryId: 'example/waypost',
        BranchName: 'main',
      },
    });
  });

  it('may use the connection by both names of its service, and no other', () => {
    const users = Object.values(template.findResources('AWS::IAM::Policy'))
      .map((each) => policy.parse(each).Properties)
      .filter(({ PolicyDocument }) => JSON.stringify(PolicyDocument).includes('UseConnection'));
    const { PolicyDocument, Roles } = only(users);
    expect(only(Roles).Ref).toMatch(/^ReleasePipelineSource/);
    expect(
      PolicyDocument.Statement.filter(({ Action }) => JSON.stringify(Action).includes('UseConnection')),
    ).toEqual([
      {
        Action: ['codeconnections:UseConnection', 'codestar-connections:UseConnection'],
        Effect: 'Allow',
        Resource: connectionArn,
      },
    ]);
  });

  it('runs the gate, and synthesises itself with the settings that it has', () => {
    const { Source } = projectThatRuns('.ci/run');
    const again = `npm run synth:delivery -- -c repository=example@12/waypost@345 -c branch=main -c connectionArn=${connectionArn} -c published=dev -c @aws-cdk/core:bootstrapQualifier=hnb659fds`;
    expect(Source.BuildSpec).toContain(again);
    expect(manifest.scripts['synth:delivery']).toMatch(/--output dist\/delivery$/);
    expect(Source.BuildSpec).toContain('"base-directory": "dist/delivery"');
  });

  it('ends dev with its smoke test, and begins prod with an approval', () => {
    expect(actionsOf('dev').at(-1)?.Name).toBe('Smoke-dev');
    expect(actionsOf('dev').map(({ ActionTypeId }) => ActionTypeId.Provider)).not.toContain('Manual');
    const [approval, ...deployments] = actionsOf('prod');
    expect(approval?.ActionTypeId.Provider).toBe('Manual');
    expect(deployments.every(({ RunOrder }) => RunOrder > (approval?.RunOrder ?? Number.NaN))).toBe(true);
    expect(actionsOf('prod').at(-1)?.Name).toBe('Smoke-prod');
  });

  it.each(['dev', 'prod'])(
    'deploys the publisher of %s before the functions that read what it writes',
    (name) => {
      const turnOf = (stack: string, step: string) =>
        only(actionsOf(name).filter((each) => each.Name.includes(stack) && each.Name.endsWith(step)))
          .RunOrder;
      expect(turnOf('Publishing', 'Deploy')).toBeLessThan(turnOf('Api', 'Prepare'));
      expect(turnOf('Api', 'Deploy')).toBeLessThan(turnOf('Watch', 'Prepare'));
    },
  );

  it('wants a network of the stages that have published before, and of no other', () => {
    const commands = projects().flatMap(
      ({ Source }) => /npm run smoke -- [^,\n]*(?=",?\n)/.exec(Source.BuildSpec)?.[0] ?? [],
    );
    expect(commands).toEqual([
      String.raw`npm run smoke -- \"$BASE_URL\" --published`,
      String.raw`npm run smoke -- \"$BASE_URL\"`,
    ]);
  });

  it('asks each stage at its own address, with a key from Secrets Manager', () => {
    const secrets = projects()
      .filter(({ Source }) => Source.BuildSpec.includes('npm run smoke'))
      .map(({ Environment }) => only(Environment.EnvironmentVariables));
    expect(secrets).toEqual(
      ['dev', 'prod'].map((name) => ({
        Name: 'AUTH_KEY',
        Type: 'SECRETS_MANAGER',
        Value: `waypost/${name}/smoke-key`,
      })),
    );
    for (const name of ['dev', 'prod']) {
      const variables = String(actionsOf(name).at(-1)?.Configuration.EnvironmentVariables);
      expect(variables).toContain('BASE_URL');
      expect(variables).toMatch(/\.ApiUrl\}/);
    }
  });

  it('deploys the very stacks that the command line deploys', () => {
    const stackNames = app.node
      .findAll()
      .filter((node) => node instanceof PipelineStage)
      .map((stage) => stage.synth().stacks.map((stack) => stack.stackName));
    expect(stackNames[0]).toContain('Waypost-Dev-Api');
    expect(stackNames[1]).toContain('Waypost-Prod-Api');
    expect(stackNames.flat().every((name) => /^Waypost-(Dev|Prod)-\w+$/.test(name))).toBe(true);
  });

  it('breaks no rule that is not acknowledged with a reason', () => {
    const own = findings.filter((finding) => !/^Pipeline\/Release\/(dev|prod)\//.test(finding));
    expect(own).toEqual([]);
  });
});
