import { Annotations, CfnOutput, Duration, LegacyStackSynthesizer, Stack } from 'aws-cdk-lib';
import {
  OidcProviderNative,
  PolicyDocument,
  PolicyStatement,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { bootstrapQualifier } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { type DeliverySettings, plainName } from './delivery-settings.ts';

const issuer = 'token.actions.githubusercontent.com';
const audience = 'sts.amazonaws.com';

/** The only workflow whose jobs may deploy. */
const deployWorkflow = '.github/workflows/deploy-stage.yml';

const oneProvider =
  'An account can have only one provider for GitHub: if it has one already, pass -c oidcProviderArn=ARN.';

/**
 * Roles that GitHub's workflows assume in an account for an hour to deploy, without a stored key, one for each stage. A
 * role can be assumed only by a job of the deploy workflow, on the delivered branch, in this repository's environment
 * for the stage. It may only assume the bootstrap roles of its stage.
 */
export class GitHubDeliveryStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeliverySettings, stages: readonly StageSettings[]) {
    super(scope, id, {
      description: `The roles that GitHub deploys Waypost with. ${oneProvider}`,
      // An administrator deploys this stack before any bootstrap, with the permissions of the CDK CLI's credentials.
      synthesizer: new LegacyStackSynthesizer(),
    });
    const { repository, repositoryId, branch, oidcProviderArn } = settings;
    // CloudFormation's own error does not mention the remedy.
    if (oidcProviderArn === undefined) Annotations.of(this).addInfo(oneProvider);
    const providerArn =
      oidcProviderArn ??
      new OidcProviderNative(this, 'GitHub', { url: `https://${issuer}`, clientIds: [audience] })
        .oidcProviderArn;
    const ref = `refs/heads/${branch}`;
    for (const stage of stages) {
      const part = `${stage.name.charAt(0).toUpperCase()}${stage.name.slice(1)}`;
      const role = new Role(this, `DeployRole${part}`, {
        description: `Deploys Waypost ${stage.name} from ${repository}`,
        // The comparison is exact, because a pattern would admit other branches, workflows and repositories.
        assumedBy: new WebIdentityPrincipal(providerArn, {
          StringEquals: {
            [`${issuer}:aud`]: audience,
            [`${issuer}:sub`]: `repo:${repository}:environment:${stage.name}`,
            [`${issuer}:environment`]: stage.name,
            // Unlike the name, the id never passes to another repository.
            [`${issuer}:repository_id`]: repositoryId,
            [`${issuer}:ref`]: ref,
            [`${issuer}:job_workflow_ref`]: `${plainName(repository)}/${deployWorkflow}@${ref}`,
          },
        }),
        maxSessionDuration: Duration.hours(1),
        inlinePolicies: {
          Deploy: new PolicyDocument({
            statements: [
              new PolicyStatement({ actions: ['sts:AssumeRole'], resources: this.bootstrapRoleArns(stage) }),
            ],
          }),
        },
      });
      new CfnOutput(this, `DeployRoleArn${part}`, { value: role.roleArn });
    }
  }

  /** Returns the bootstrap roles that a deployment of files and templates assumes. The role for images is not needed. */
  private bootstrapRoleArns(stage: StageSettings): string[] {
    // If the stage has no account and region, those of the stack are used.
    const { account = this.account, region = this.region } = stage.environment ?? {};
    return ['deploy', 'file-publishing', 'lookup'].map(
      (kind) =>
        `arn:${this.partition}:iam::${account}:role/cdk-${bootstrapQualifier(stage)}-${kind}-role-${account}-${region}`,
    );
  }
}
