import {
  CfnOutput,
  LegacyStackSynthesizer,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { Effect, ManagedPolicy, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as z from 'zod';
import { stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { Deployed } from './grants.ts';
import { deployedStage, deployStatements, stageBoundary } from './stage-permissions.ts';

export interface PermissionsStackProps {
  readonly env?: StackProps['env'];
  readonly deployed: Deployed;
  /** Statements of CloudFormation's policies, by the last part of the policy's name. */
  readonly policies: Readonly<Record<string, readonly PolicyStatement[]>>;
  readonly boundary: readonly PolicyStatement[];
}

/**
 * The policies with which a stage or the pipeline is bootstrapped instead of AdministratorAccess: CloudFormation's
 * permissions, and the permissions boundary of every role. An administrator deploys this stack before the bootstrap,
 * with the permissions of the CDK CLI's credentials.
 */
export class PermissionsStack extends Stack {
  constructor(scope: Construct, id: string, { deployed, policies, boundary, env }: PermissionsStackProps) {
    const { prefix, qualifier } = deployed;
    super(scope, id, {
      description: `Permissions for deployments of ${prefix}`,
      env,
      synthesizer: new LegacyStackSynthesizer(),
    });
    const deploy = Object.entries(policies).map(([name, statements]) =>
      this.policy(name, prefix, `What CloudFormation may do to deploy ${prefix}`, statements),
    );
    this.policy('Boundary', prefix, `What roles of ${prefix} may do at most`, boundary);
    new CfnOutput(this, 'BootstrapArguments', {
      description: 'Arguments of npx cdk bootstrap',
      value: [
        `--qualifier ${qualifier}`,
        `--toolkit-stack-name ${prefix}-Bootstrap`,
        `--cloudformation-execution-policies ${deploy.map(({ managedPolicyArn }) => managedPolicyArn).join(',')}`,
        `--custom-permissions-boundary ${prefix}-Boundary`,
        `aws://${this.account}/${this.region}`,
      ].join(' '),
    });
  }

  private policy(
    name: string,
    prefix: string,
    description: string,
    statements: readonly PolicyStatement[],
  ): ManagedPolicy {
    const policy = new ManagedPolicy(this, name, {
      managedPolicyName: `${prefix}-${name}`,
      description,
      statements: [...statements],
    });
    const allowed = statements
      .filter(({ effect }) => effect === Effect.ALLOW)
      .flatMap(({ actions, resources }) => [
        ...actions.map((action) => `Action::${action}`),
        ...resources.map((resource) => `Resource::${flat(this.resolve(resource))}`),
      ]);
    for (const wildcard of new Set(allowed.filter((each) => each.includes('*')))) {
      Validations.of(policy).acknowledge({
        id: `AwsSolutions-IAM5[${wildcard}]`,
        reason:
          'CloudFormation generates resource names, and some services have none. Functions have narrower roles.',
      });
    }
    return policy;
  }
}

/** A stage's permissions, and the account's setting for the logs of its API, which a deployment may not change. */
export class StagePermissionsStack extends PermissionsStack {
  constructor(scope: Construct, stage: StageSettings) {
    super(scope, stackName(stage, 'Permissions'), {
      env: stage.environment,
      deployed: deployedStage(stage),
      policies: deployStatements(stage),
      boundary: stageBoundary(stage),
    });
    this.setLoggingRole(new Construct(this, 'ApiGatewayLogging'));
  }

  /**
   * Sets the role with which API Gateway writes the access logs of all APIs in the account and region. It is an account
   * setting, so the role must not have the permissions boundary of a stage, which would exclude the other stages' logs.
   * The role and the setting are retained when their stack is deleted, because other APIs may still use them.
   */
  private setLoggingRole(scope: Construct): void {
    const managed = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';
    const role = new Role(scope, 'Role', {
      description: 'Writes the logs of all APIs in the account and region',
      // Deployments of a stage may change the roles named after the stage, but only those without a path.
      path: '/waypost/',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(managed)],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    new CfnAccount(scope, 'Account', { cloudWatchRoleArn: role.roleArn }).applyRemovalPolicy(
      RemovalPolicy.RETAIN,
    );
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${managed}]`,
      reason: 'API Gateway rejects a role that may not write to all log groups.',
    });
  }
}

const joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });
const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`);

/** Returns a resolved value as text, with references in the form `<AWS::Region>`. */
const flat = (value: unknown): string => {
  const { data } = joined.safeParse(value);
  if (data) return data['Fn::Join'][1].map(flat).join('');
  return z.union([z.string(), reference]).parse(value);
};
