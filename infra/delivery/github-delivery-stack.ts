import { Annotations, CfnOutput, LegacyStackSynthesizer, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { GitHubDeployRole, gitHubProvider } from '../constructs/delivery/github-deploy-role.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import type { DeliverySettings } from './delivery-settings.ts';

const oneProvider =
  'An account can have only one provider for GitHub: if it has one already, pass -c oidcProviderArn=ARN.';

/** Roles that GitHub's workflows assume in an account, one for each stage. */
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
    const providerArn = oidcProviderArn ?? gitHubProvider(this);
    for (const stage of stages) {
      const part = `${stage.name.charAt(0).toUpperCase()}${stage.name.slice(1)}`;
      const role = new GitHubDeployRole(this, `DeployRole${part}`, {
        repository,
        repositoryId,
        branch,
        stage,
        providerArn,
      });
      new CfnOutput(this, `DeployRoleArn${part}`, { value: role.roleArn });
    }
  }
}
