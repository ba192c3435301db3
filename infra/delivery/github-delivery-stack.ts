import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { GitHubDeployRole } from '../constructs/delivery/github-deploy-role.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { DeliverySettings } from './delivery-settings.ts';

/** What the workflows on GitHub need of an account: a role. */
export class GitHubDeliveryStack extends Stack {
  constructor(scope: Construct, id: string, settings: DeliverySettings, stages: readonly StageSettings[]) {
    super(scope, id, { description: 'The role that GitHub deploys Waypost with' });
    const { repository, oidcProviderArn, qualifier } = settings;
    const role = new GitHubDeployRole(this, 'DeployRole', { repository, stages, oidcProviderArn, qualifier });
    new CfnOutput(this, 'DeployRoleArn', { value: role.roleArn });
  }
}
