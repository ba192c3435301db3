import { Annotations, CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { GitHubDeployRole } from '../constructs/delivery/github-deploy-role.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { DeliverySettings } from './delivery-settings.ts';

const oneProvider =
  'An account can have only one provider for GitHub: if it has one already, pass -c oidcProviderArn=ARN.';

/** The role that the workflows on GitHub need in an account. */
export class GitHubDeliveryStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeliverySettings, stages: readonly StageSettings[]) {
    super(scope, id, { description: `The role that GitHub deploys Waypost with. ${oneProvider}` });
    const { repository, oidcProviderArn, qualifier } = settings;
    // CloudFormation's own error does not name the remedy.
    if (oidcProviderArn === undefined) Annotations.of(this).addInfo(oneProvider);
    const role = new GitHubDeployRole(this, 'DeployRole', { repository, stages, oidcProviderArn, qualifier });
    new CfnOutput(this, 'DeployRoleArn', { value: role.roleArn });
  }
}
