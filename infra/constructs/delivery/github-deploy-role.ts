import { Duration, Stack } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

export interface GitHubDeployRoleProps {
  /** Repository as named in GitHub's tokens. */
  readonly repository: string;
  /** Stages, each with an environment of the same name in the repository. */
  readonly stages: readonly StageSettings[];
  /** ARN of the account's OIDC provider for GitHub; one is created if absent. */
  readonly oidcProviderArn?: string | undefined;
  /** Qualifier of the bootstrap stack. */
  readonly qualifier: string;
}

/**
 * Role that a GitHub workflow assumes to deploy, for an hour and without a stored key. Only a job in an environment of
 * this repository may assume it, and it may only assume the bootstrap roles.
 */
export class GitHubDeployRole extends Role {
  constructor(scope: Construct, id: string, props: GitHubDeployRoleProps) {
    const { repository, stages, qualifier } = props;
    const provider =
      props.oidcProviderArn ??
      new OidcProviderNative(scope, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
        .oidcProviderArn;
    super(scope, id, {
      description: `Deploys Waypost from the environments of ${repository}`,
      // Exact comparison, as a pattern would admit branches and other repositories.
      assumedBy: new WebIdentityPrincipal(provider, {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: stages.map(({ name }) => `repo:${repository}:environment:${name}`),
        },
      }),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: {
        Deploy: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['sts:AssumeRole'],
              resources: [...bootstrapRoleArns(scope, qualifier, stages)],
            }),
          ],
        }),
      },
    });
  }
}

/** Bootstrap roles that a deployment of files and templates assumes; no images are published. */
const kinds = ['deploy', 'file-publishing', 'lookup'];

/**
 * Returns the ARNs of the bootstrap roles that deploy these stages; stages without an account or region use the stack's
 * own.
 */
const bootstrapRoleArns = (
  scope: Construct,
  qualifier: string,
  stages: readonly StageSettings[],
): readonly string[] => {
  const { partition, account: ownAccount, region: ownRegion } = Stack.of(scope);
  const arns = stages.flatMap(({ environment: { account, region } = {} }) => {
    const [there, where] = [account ?? ownAccount, region ?? ownRegion];
    return kinds.map(
      (kind) => `arn:${partition}:iam::${there}:role/cdk-${qualifier}-${kind}-role-${there}-${where}`,
    );
  });
  return [...new Set(arns)];
};
