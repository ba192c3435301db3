import { CfnOutput, LegacyStackSynthesizer, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { Effect, ManagedPolicy, type ManagedPolicyProps, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import * as z from 'zod';
import type { Deployed } from './grants.ts';

export interface PermissionsStackProps {
  readonly env?: StackProps['env'] | undefined;
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
    const { prefix, qualifier, boundaryName } = deployed;
    super(scope, id, {
      description: `Permissions for deployments of ${prefix}`,
      ...(env && { env }),
      synthesizer: new LegacyStackSynthesizer(),
    });
    const deploy = Object.entries(policies).map(([name, statements]) =>
      this.policy(name, {
        managedPolicyName: `${prefix}-${name}`,
        description: `What CloudFormation may do to deploy ${prefix}`,
        statements,
      }),
    );
    this.policy('Boundary', {
      managedPolicyName: boundaryName,
      description: `What roles of ${prefix} may do at most`,
      statements: boundary,
    });
    new CfnOutput(this, 'BootstrapArguments', {
      description: 'Arguments of npx cdk bootstrap',
      value: [
        `--qualifier ${qualifier}`,
        `--toolkit-stack-name ${prefix}-Bootstrap`,
        `--cloudformation-execution-policies ${deploy.map(({ managedPolicyArn }) => managedPolicyArn).join(',')}`,
        `--custom-permissions-boundary ${boundaryName}`,
        `aws://${this.account}/${this.region}`,
      ].join(' '),
    });
  }

  private policy(id: string, props: PolicyProps): ManagedPolicy {
    const policy = new ManagedPolicy(this, id, { ...props, statements: [...props.statements] });
    for (const wildcard of this.wildcardsIn(props.statements)) {
      Validations.of(policy).acknowledge({
        id: `AwsSolutions-IAM5[${wildcard}]`,
        reason:
          'CloudFormation generates resource names, and some services have none. Functions have narrower roles.',
      });
    }
    return policy;
  }

  /** Returns the wildcards in the statements, in cdk-nag's notation. */
  private wildcardsIn(statements: readonly PolicyStatement[]): readonly string[] {
    const named = statements
      .filter(({ effect }) => effect === Effect.ALLOW)
      .flatMap(({ actions, resources }) => [
        ...actions.map((action) => `Action::${action}`),
        ...resources.map((resource) => `Resource::${flat(this.resolve(resource))}`),
      ]);
    return [...new Set(named)].filter((each) => each.includes('*'));
  }
}

type PolicyProps = Required<Pick<ManagedPolicyProps, 'managedPolicyName' | 'description'>> & {
  readonly statements: readonly PolicyStatement[];
};

const joined = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });
const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => `<${Ref}>`);

/** Returns a resolved value as text, with references in the form `<AWS::Region>`. */
const flat = (value: unknown): string => {
  const { data } = joined.safeParse(value);
  if (data) return data['Fn::Join'][1].map(flat).join('');
  return z.union([z.string(), reference]).parse(value);
};
