import { Validations } from 'aws-cdk-lib';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { LiveFunction } from './live-function.ts';

/**
 * Lets CodeDeploy shift the traffic of these functions and of no others, which the policy that AWS manages for it
 * would. CDK would attach that policy, but may not add to what is returned.
 */
export const deploymentRole = (scope: Construct, id: string, functions: readonly LiveFunction[]): IRole => {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      ShiftTraffic: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
            // Not the alias's own reference: the alias is made after the deployment group, and that after this role.
            resources: functions.flatMap(({ aliasName, operation: { functionArn } }) => [
              functionArn,
              `${functionArn}:${aliasName}`,
            ]),
          }),
          new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }),
        ],
      }),
    },
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason: 'Nothing says which alarms CodeDeploy asks for, and reading their state changes nothing.',
  });
  return role.withoutPolicyUpdates();
};
