import { Validations } from 'aws-cdk-lib';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { LiveFunction } from './live-function.ts';

/**
 * Creates the role by which CodeDeploy shifts the traffic of these functions only; AWS's managed policy covers all
 * functions. CDK would attach that policy, so the role is returned without policy updates.
 */
export const deploymentRole = (scope: Construct, id: string, functions: readonly LiveFunction[]): IRole => {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      ShiftTraffic: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
            // Built from names, as a reference to the alias would be circular: it is created after the deployment
            // group, which needs this role.
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
