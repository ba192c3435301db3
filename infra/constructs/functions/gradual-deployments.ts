import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import * as z from 'zod';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { LiveFunction } from './operation-function.ts';

const configurations: Readonly<Record<StageSettings['trafficShift'], ILambdaDeploymentConfig>> = {
  AllAtOnce: LambdaDeploymentConfig.ALL_AT_ONCE,
  Canary10Percent5Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  Linear10PercentEvery1Minute: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
};

/**
 * Value of the context variable `despiteAlarms`. It exists because CodeDeploy stops every deployment while an alarm is
 * raised, even one that fixes the fault.
 */
const despiteAlarms = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'despiteAlarms must be true or false' })
  .default(false);

export interface GradualDeploymentsProps {
  readonly stage: StageSettings;
  readonly functions: readonly LiveFunction[];
  /** Returns the alarms, at most ten, that roll back a new version during its deployment. */
  readonly alarmsOf: (live: LiveFunction) => readonly IAlarm[];
}

/**
 * Gradual deployments of function versions. A deployment is rolled back automatically if it fails or is stopped, or if
 * an alarm is raised. If one version is rejected, the stack's update fails, which rolls back all of them. A function's
 * first version gets all traffic immediately.
 */
export class GradualDeployments extends Construct {
  constructor(scope: Construct, id: string, { stage, functions, alarmsOf }: GradualDeploymentsProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application', {
      applicationName: `waypost-${stage.name}`,
    });
    const role = deploymentRole(this, 'Role', functions);
    const ignoreAlarmConfiguration = despiteAlarms.parse(this.node.tryGetContext('despiteAlarms'));
    for (const live of functions) {
      new LambdaDeploymentGroup(this, live.operation.node.id, {
        application,
        role,
        alias: live,
        deploymentConfig: configurations[stage.trafficShift],
        alarms: [...alarmsOf(live)],
        ignoreAlarmConfiguration,
        autoRollback: {
          failedDeployment: true,
          stoppedDeployment: true,
          deploymentInAlarm: !ignoreAlarmConfiguration,
        },
      });
    }
  }
}

/**
 * Creates the role with which CodeDeploy shifts traffic. Unlike AWS's managed policy, it covers only these functions.
 * To keep CDK from attaching that policy, the role is returned in a form to which CDK adds no policies.
 */
const deploymentRole = (scope: Construct, id: string, functions: readonly LiveFunction[]): IRole => {
  const role = new Role(scope, id, {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    inlinePolicies: {
      ShiftTraffic: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'],
            // ARNs are built from names, because a reference to the alias would be circular: the alias is created after
            // the deployment group, which needs this role.
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
    reason: 'AWS does not document which alarms CodeDeploy reads, and reading them changes nothing.',
  });
  return role.withoutPolicyUpdates();
};
