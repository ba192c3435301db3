import { Duration, Stack } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { bootstrapQualifier } from '../../stages/stage-names.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** The only workflow whose jobs may deploy. */
const deployWorkflow = '.github/workflows/deploy-stage.yml';

/** Creates the account's OIDC provider for GitHub, and returns its ARN. */
export const gitHubProvider = (scope: Construct): string =>
  new OidcProviderNative(scope, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
    .oidcProviderArn;

export interface GitHubDeployRoleProps {
  /** Repository as named in the subject of GitHub's tokens. */
  readonly repository: string;
  /** Numeric id of the repository. Unlike the name, it never passes to another repository. */
  readonly repositoryId: string;
  readonly branch: string;
  /** Stage to deploy. The repository has an environment of the same name. */
  readonly stage: StageSettings;
  /** ARN of the account's OIDC provider for GitHub. */
  readonly providerArn: string;
}

/**
 * Role that a GitHub workflow assumes for an hour to deploy a stage, without a stored key. It can be assumed only by a
 * job of the deploy workflow, on the delivered branch, in this repository's environment for the stage. It may only
 * assume the bootstrap roles of its stage.
 */
export class GitHubDeployRole extends Role {
  constructor(scope: Construct, id: string, props: GitHubDeployRoleProps) {
    const { repository, repositoryId, branch, stage, providerArn } = props;
    const ref = `refs/heads/${branch}`;
    super(scope, id, {
      description: `Deploys Waypost ${stage.name} from ${repository}`,
      // The comparison is exact, because a pattern would admit other branches, workflows and repositories.
      assumedBy: new WebIdentityPrincipal(providerArn, {
        StringEquals: {
          [`${issuer}:aud`]: audience,
          [`${issuer}:sub`]: `repo:${repository}:environment:${stage.name}`,
          [`${issuer}:environment`]: stage.name,
          [`${issuer}:repository_id`]: repositoryId,
          [`${issuer}:ref`]: ref,
          [`${issuer}:job_workflow_ref`]: `${plainName(repository)}/${deployWorkflow}@${ref}`,
        },
      }),
      maxSessionDuration: Duration.hours(1),
      inlinePolicies: {
        Deploy: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['sts:AssumeRole'],
              resources: [...bootstrapRoleArns(scope, stage)],
            }),
          ],
        }),
      },
    });
  }
}

/** Returns `OWNER/NAME` for a repository, which may be given as `OWNER@12345/NAME@67890`. */
export const plainName = (repository: string): string => repository.replace(/@\d+/g, '');

/** Bootstrap roles that a deployment of files and templates assumes. The role for images is not needed. */
const kinds = ['deploy', 'file-publishing', 'lookup'];

/**
 * Returns the ARNs of a stage's bootstrap roles. If the stage has no account and region, those of the stack are used.
 */
const bootstrapRoleArns = (scope: Construct, stage: StageSettings): readonly string[] => {
  const { partition, account: ownAccount, region: ownRegion } = Stack.of(scope);
  const { account = ownAccount, region = ownRegion } = stage.environment ?? {};
  return kinds.map(
    (kind) =>
      `arn:${partition}:iam::${account}:role/cdk-${bootstrapQualifier(stage)}-${kind}-role-${account}-${region}`,
  );
};
