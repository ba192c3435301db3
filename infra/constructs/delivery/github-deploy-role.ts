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

/** Workflow whose jobs may deploy. */
const deployWorkflow = '.github/workflows/deploy-stage.yml';

/** Creates the account's OIDC provider for GitHub, and returns its ARN. */
export const gitHubProvider = (scope: Construct): string =>
  new OidcProviderNative(scope, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
    .oidcProviderArn;

export interface GitHubDeployRoleProps {
  /** Repository as the subject of GitHub's tokens names it. */
  readonly repository: string;
  /** Numeric id of the repository, which cannot be taken over with its name. */
  readonly repositoryId: string;
  /** Branch that is delivered. */
  readonly branch: string;
  /** Stage, with an environment of the same name in the repository. */
  readonly stage: StageSettings;
  /** ARN of the account's OIDC provider for GitHub. */
  readonly providerArn: string;
}

/**
 * Role that a GitHub workflow assumes to deploy a stage, for an hour and without a stored key. Only a job of the deploying
 * workflow, on the delivered branch, in the stage's environment of this repository may assume it. It may only assume the
 * bootstrap roles of its stage.
 */
export class GitHubDeployRole extends Role {
  constructor(scope: Construct, id: string, props: GitHubDeployRoleProps) {
    const { repository, repositoryId, branch, stage, providerArn } = props;
    const ref = `refs/heads/${branch}`;
    super(scope, id, {
      description: `Deploys Waypost ${stage.name} from ${repository}`,
      // Exact comparison, because a pattern would admit other branches, workflows and repositories.
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

/** `OWNER/NAME` of a repository that may be named `OWNER@12345/NAME@67890`. */
export const plainName = (repository: string): string => repository.replace(/@\d+/g, '');

/** Bootstrap roles that a deployment of files and templates assumes; no images are published. */
const kinds = ['deploy', 'file-publishing', 'lookup'];

/** Returns the ARNs of the bootstrap roles of a stage; without an account and region it uses the stack's own. */
const bootstrapRoleArns = (scope: Construct, stage: StageSettings): readonly string[] => {
  const { partition, account: ownAccount, region: ownRegion } = Stack.of(scope);
  const { account = ownAccount, region = ownRegion } = stage.environment ?? {};
  return kinds.map(
    (kind) =>
      `arn:${partition}:iam::${account}:role/cdk-${bootstrapQualifier(stage)}-${kind}-role-${account}-${region}`,
  );
};
