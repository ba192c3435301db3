import { Duration } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { bootstrapRoleArns } from './bootstrap-roles.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

export interface GitHubDeployRoleProps {
  /** As GitHub's tokens name it. */
  readonly repository: string;
  /** Each is an environment of the repository too. */
  readonly stages: readonly StageSettings[];
  /** Of the account's provider for GitHub; one is made where it is absent. */
  readonly oidcProviderArn?: string | undefined;
  /** Of the bootstrap stack. */
  readonly qualifier: string;
}

/**
 * What a workflow on GitHub becomes while it deploys, for an hour and without a stored key: only a job in an environment
 * of this one repository can, and all it may do is to take the bootstrap roles.
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
      // Compared letter by letter: a pattern would let branches and other repositories in.
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
