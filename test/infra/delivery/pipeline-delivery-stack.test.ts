import { Stack, Stage } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { PipelineDeliveryStack } from '../../../infra/delivery/pipeline-delivery-stack.ts';
import { pipelineBoundary, pipelineGrants } from '../../../infra/delivery/pipeline-permissions.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { findingsIn, newApp, settingsWith } from './delivery-app.ts';

const connectionArn =
  'arn:aws:codeconnections:eu-west-1:111122223333:connection/00000000-0000-4000-8000-000000000000';

const action = z.object({
  Name: z.string(),
  RunOrder: z.int(),
  ActionTypeId: z.object({ Provider: z.string() }),
  Region: z.string().default('here'),
  RoleArn: z.unknown(),
  Configuration: z.record(z.string(), z.unknown()).default({}),
});
const pipeline = z.object({ Stages: z.array(z.object({ Name: z.string(), Actions: z.array(action) })) });
const policy = z.object({
  PolicyDocument: z.object({ Statement: z.array(z.record(z.string(), z.unknown())) }),
  Roles: z.array(z.object({ Ref: z.string() })),
});
const buildProject = z.object({
  Environment: z.object({
    Image: z.string(),
    EnvironmentVariables: z.array(z.looseObject({ Name: z.string() })).default([]),
  }),
  ServiceRole: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  Source: z.object({ BuildSpec: z.string() }),
});

const only = <T>(items: readonly T[]): T => {
  const [first, ...others] = items;
  if (first === undefined || others.length > 0) throw new Error(`there are ${items.length} of them`);
  return first;
};

/** Synthesises the pipeline for dev and prod, with the given settings. */
const delivered = (given: {
  readonly dev?: Partial<StageSettings>;
  readonly prod: Partial<StageSettings>;
}) => {
  const app = newApp();
  const stack = new PipelineDeliveryStack(app, 'Pipeline', {
    settings: settingsWith({ connectionArn, repository: 'example@12/waypost@345', published: 'dev' }),
    connectionArn,
    stages: [
      { ...stages.dev, ...given.dev },
      { ...stages.prod, ...given.prod },
    ],
    // Handlers are not bundled: the code of each function is the name of its handler file.
    built: { codeOf: (handler) => Code.fromInline(`// ${handler}`) },
  });
  const template = Template.fromStack(stack);
  const resources = (type: string) =>
    Object.values(template.findResources(type)).map(({ Properties }) => Properties);
  const pipelineStages = pipeline.parse(only(resources('AWS::CodePipeline::Pipeline'))).Stages;
  const actionsOf = (name: string) =>
    (pipelineStages.find((stage) => stage.Name === name)?.Actions ?? []).toSorted(
      (one, other) => one.RunOrder - other.RunOrder,
    );
  const projects = resources('AWS::CodeBuild::Project').map((each) => buildProject.parse(each));
  return {
    app,
    stack,
    template,
    resources,
    pipelineStages,
    actionsOf,
    policies: resources('AWS::IAM::Policy').map((each) => policy.parse(each)),
    projects,
    /** Returns the only build project that runs this command. */
    projectWith: (command: string) =>
      only(projects.filter(({ Source }) => Source.BuildSpec.includes(command))),
    /** Rule violations, except those in the stages, which `npm run synth` checks. */
    findings: () =>
      stack.node.children
        .flatMap((child) => (child.node.id === 'Release' ? child.node.children : child))
        .filter((child) => !Stage.isStage(child))
        .flatMap(findingsIn),
    /** Distinct roles and regions with which a stage is deployed. */
    deployRoles: (name: string) => {
      const roles = actionsOf(name).map(({ Region, RoleArn }) => `${JSON.stringify(RoleArn)} ${Region}`);
      return [...new Set(roles.filter((role) => role.includes('-deploy-role-')))];
    },
    /** Stacks that the pipeline needs in each other region to which it deploys stages. */
    supportStacks: app.node.children
      .filter((child) => Stack.isStack(child))
      .filter((child) => child !== stack),
  };
};

/** A pipeline with stages in other accounts and one in another region, and without an address for prod's pages. */
const elsewhere = delivered({
  dev: { environment: { account: '444455556666', region: 'eu-west-1' } },
  prod: {
    environment: { account: '777788889999', region: 'us-east-1' },
    alarmEmails: { page: [], ticket: ['duty@post.example'] },
  },
});

describe('the pipeline', () => {
  const made = delivered({
    prod: { alarmEmails: { page: ['pager@post.example'], ticket: ['duty@post.example'] } },
  });

  it('reads the branch through the connection, synthesises, updates itself, and deploys dev and prod', () => {
    const stageNames = made.pipelineStages.map(({ Name }) => Name);
    expect(stageNames).toEqual(['Source', 'Build', 'UpdatePipeline', 'dev', 'prod']);
    expect(only(made.actionsOf('Source'))).toMatchObject({
      ActionTypeId: { Provider: 'CodeStarSourceConnection' },
      Configuration: {
        ConnectionArn: connectionArn,
        FullRepositoryId: 'example/waypost',
        BranchName: 'main',
      },
    });
  });

  it('lets only its source action use the connection, under both names of the service', () => {
    const using = made.policies.filter((each) => JSON.stringify(each).includes('UseConnection'));
    const { PolicyDocument, Roles } = only(using);
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

  it('runs the gate first, in a separate build without permission to write artefacts', () => {
    expect(made.actionsOf('Build').map(({ Name, RunOrder }) => [Name, RunOrder])).toEqual([
      ['Gate', 1],
      ['Synth', 2],
    ]);
    const gate = made.projectWith('.ci/run');
    expect(gate.Source.BuildSpec).not.toContain('base-directory');
    const role = gate.ServiceRole['Fn::GetAtt'][0];
    const ofGate = made.policies.filter(({ Roles }) => Roles.some(({ Ref }) => Ref === role));
    expect(JSON.stringify(ofGate)).toContain('s3:GetObject*');
    expect(JSON.stringify(ofGate)).not.toMatch(/s3:(Put|Delete|Abort)/);
  });

  it('synthesises itself with its own settings, and runs no install scripts', () => {
    const { BuildSpec } = made.projectWith('npm run synth:delivery').Source;
    expect(BuildSpec).toContain('npm ci --ignore-scripts');
    expect(BuildSpec).not.toContain('.ci/run');
    expect(BuildSpec).toContain(
      `npm run synth:delivery -- -c repository=example@12/waypost@345 -c repositoryId=67890 -c branch=main -c connectionArn=${connectionArn} -c published=dev`,
    );
    expect(manifest.scripts['synth:delivery']).toMatch(/--output dist\/delivery$/);
    expect(BuildSpec).toContain('"base-directory": "dist/delivery"');
  });

  it('pins every exact version, and the build image by date', () => {
    const text = JSON.stringify(made.stack.resolve(made.projects));
    const installed = [...text.matchAll(/npm install -g ([^"\\]+)/g)].map(([, name]) => name);
    expect(installed.length).toBeGreaterThan(0);
    for (const name of installed) expect(name).toMatch(/^[\w-]+@\d+\.\d+\.\d+$/);
    for (const { Environment } of made.projects) {
      expect(Environment.Image).toMatch(/^aws\/codebuild\/standard:\d+\.\d+-\d\d\.\d\d\.\d\d$/);
      expect(Environment.EnvironmentVariables).toMatchObject(
        expect.arrayContaining([
          expect.objectContaining({ Name: 'NPM_CONFIG_IGNORE_SCRIPTS', Value: 'true' }),
        ]),
      );
    }
  });

  it('notifies the ticket addresses of a pending approval', () => {
    const [step] = made.actionsOf('prod');
    const [topicId] = Object.keys(made.template.findResources('AWS::SNS::Topic'));
    expect(step?.Configuration).toMatchObject({ NotificationArn: { Ref: topicId } });
    expect(made.resources('AWS::SNS::Subscription')).toMatchObject([
      { Protocol: 'email', Endpoint: 'duty@post.example', TopicArn: { Ref: topicId } },
    ]);
  });

  it.each(['dev', 'prod'])('compares the references of %s, using its lookup role', (name) => {
    expect(made.actionsOf(name).map(({ Name }) => Name)).toContain(`Compare-${name}`);
    made.projectWith(`npm run deploy:check -- ${name}`);
    expect(JSON.stringify(made.policies)).toContain(`cdk-wp${name}-lookup-role-`);
    expect(manifest.scripts).toHaveProperty('deploy:check');
  });

  it('runs a smoke test after each stage, and requires an approval only before prod', () => {
    const providers = (name: string) => made.actionsOf(name).map(({ ActionTypeId }) => ActionTypeId.Provider);
    expect(providers('dev')).not.toContain('Manual');
    expect(providers('prod').lastIndexOf('Manual')).toBe(0);
    const [approval, next] = made.actionsOf('prod');
    expect(next?.RunOrder).toBeGreaterThan(approval?.RunOrder ?? Number.NaN);
    for (const name of ['dev', 'prod']) expect(made.actionsOf(name).at(-1)?.Name).toBe(`Smoke-${name}`);
  });

  it("stops before prod's approval if prod's alarms would notify nobody", () => {
    const nameOf = ({ Name }: z.infer<typeof action>) => Name;
    const { actionsOf, projectWith } = elsewhere;
    expect(actionsOf('prod').slice(0, 2).map(nameOf)).toEqual(['Refuse-prod', 'Approve-prod']);
    expect(actionsOf('dev').map(nameOf)).not.toContain('Refuse-dev');
    const { Source } = projectWith('alarmEmails');
    expect(JSON.parse(Source.BuildSpec).phases.build.commands.at(-1)).toBe('exit 1');
    expect(made.actionsOf('prod').map(nameOf)).not.toContain('Refuse-prod');
  });

  it.each(['dev', 'prod'])('deploys the publisher of %s before the functions that read its files', (name) => {
    const turnOf = (stack: string, step: string) =>
      only(made.actionsOf(name).filter((each) => each.Name.includes(stack) && each.Name.endsWith(step)))
        .RunOrder;
    expect(turnOf('Publishing', 'Deploy')).toBeLessThan(turnOf('Api', 'Prepare'));
    expect(turnOf('Api', 'Deploy')).toBeLessThan(turnOf('Watch', 'Prepare'));
  });

  it.each([
    ['dev', String.raw`npm run smoke -- \"$BASE_URL\" --published`],
    ['prod', String.raw`npm run smoke -- \"$BASE_URL\"`],
  ])('tests %s with its own address and key, and expects data only if it has published', (name, command) => {
    const { Environment } = made.projectWith(`${command}"`);
    expect(Environment.EnvironmentVariables.find((each) => each.Name === 'AUTH_KEY')).toMatchObject({
      Type: 'SECRETS_MANAGER',
      Value: `waypost/${name}/smoke-key`,
    });
    const variables = String(made.actionsOf(name).at(-1)?.Configuration.EnvironmentVariables);
    expect(variables).toMatch(/BASE_URL.*\.ApiUrl\}/);
  });

  it('deploys the same stacks as the command line', () => {
    const stackNames = made.app.node
      .findAll()
      .filter((node) => Stage.isStage(node))
      .flatMap((stage) => stage.synth().stacks.map((stack) => stack.stackName));
    expect(stackNames).toEqual(expect.arrayContaining(['Waypost-Dev-Api', 'Waypost-Prod-Api']));
    for (const name of stackNames) expect(name).toMatch(/^(Pipeline|Waypost-(Dev|Prod)-\w+)$/);
  });

  it("uses its connection's account and region for itself and for stages without their own, and breaks no rule", () => {
    const { stack, supportStacks, findings } = made;
    expect([stack.account, stack.region]).toEqual(['111122223333', 'eu-west-1']);
    for (const name of ['dev', 'prod']) {
      expect(made.deployRoles(name)).toEqual([
        expect.stringMatching(/-deploy-role-",\{"Ref":"AWS::AccountId"},"-",\{"Ref":"AWS::Region"\}.* here$/),
      ]);
    }
    expect(supportStacks).toEqual([]);
    expect(findings()).toEqual([]);
    expect(stack.synthesizer.bootstrapQualifier).toBe('wppipe');
  });
});

describe('a pipeline for stages in separate accounts', () => {
  it("deploys each stage with its account's roles", () => {
    const roleIn = (name: string, account: string, region: string) => [
      expect.stringContaining(`::${account}:role/cdk-wp${name}-deploy-role-${account}-${region}`),
    ];
    expect(elsewhere.deployRoles('dev')).toEqual(roleIn('dev', '444455556666', 'eu-west-1'));
    expect(elsewhere.deployRoles('prod')).toEqual(roleIn('prod', '777788889999', 'us-east-1'));
  });

  it('passes artefacts to a stage in another region through a bucket in that region, and breaks no rule', () => {
    const { deployRoles, supportStacks, findings } = elsewhere;
    expect(deployRoles('prod')).toEqual([expect.stringMatching(/ us-east-1$/)]);
    expect(supportStacks.map(({ account, region }) => [account, region])).toEqual([
      ['111122223333', 'us-east-1'],
    ]);
    expect([...findings(), ...supportStacks.flatMap(findingsIn)]).toEqual([]);
  });
});

describe('the policy with which CloudFormation deploys the pipeline', () => {
  const { template, supportStacks } = elsewhere;
  const templates = [template, ...supportStacks.map((each) => Template.fromStack(each))].map((each) =>
    z
      .object({ Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })) })
      .parse(each.toJSON()),
  );
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));

  it('covers exactly the resource types of its templates', () => {
    const covered = new Set(pipelineGrants(connectionArn).flatMap(({ types }) => types));
    expect([...covered].toSorted()).toEqual([...new Set(resources.map(({ Type }) => Type))].toSorted());
  });

  it("gives every role a boundary that allows the role's actions", () => {
    const roles = resources.filter(({ Type }) => Type === 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(5);
    for (const role of roles) {
      expect(JSON.stringify(role.Properties)).toContain(':policy/Waypost-Pipeline-Boundary"');
    }
    const boundary = pipelineBoundary(connectionArn).flatMap(({ actions }) => actions);
    const services = resources
      .filter(({ Type }) => Type === 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => policy.parse(Properties).PolicyDocument.Statement)
      .flatMap(({ Action }) => [Action].flat().map((action) => String(action).split(':')[0]));
    for (const service of new Set(services)) expect(boundary).toContain(`${service}:*`);
    expect(boundary.filter((action) => action.startsWith('iam:'))).not.toContain('iam:*');
  });

  it("tags the pipeline's keys in every region, and requires the tag", () => {
    const keys = resources.filter(({ Type }) => Type === 'AWS::KMS::Key');
    expect(keys).toHaveLength(2);
    const tag = { Key: 'waypost:stage', Value: 'pipeline' };
    for (const key of keys) expect(key.Properties).toMatchObject({ Tags: [tag] });
    const grants = pipelineGrants(connectionArn).filter(({ actions }) => actions.includes('PutKeyPolicy'));
    expect(only(grants).conditions).toEqual({
      StringEquals: { 'aws:ResourceTag/waypost:stage': 'pipeline' },
    });
  });
});
