import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { Construct } from 'constructs';
import * as z from 'zod';
import type { StageSettings } from '../../stages/stage-settings.ts';
import { deploymentRole } from './deployment-role.ts';
import type { LiveFunction } from './live-function.ts';

const configurations: Readonly<Record<StageSettings['trafficShift'], ILambdaDeploymentConfig>> = {
  AllAtOnce: LambdaDeploymentConfig.ALL_AT_ONCE,
  Canary10Percent5Minutes: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  Linear10PercentEvery1Minute: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
};

/** Context `despiteAlarms` of a synthesis: CodeDeploy refuses any deployment while an alarm is raised, even the fix. */
const despiteAlarms = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'despiteAlarms must be true or false' })
  .default(false);

export interface GradualDeploymentsProps {
  readonly stage: StageSettings;
  readonly functions: readonly LiveFunction[];
  /** Returns the alarms that roll back a new version during its deployment, at most ten. */
  readonly alarmsOf: (live: LiveFunction) => readonly IAlarm[];
}

/**
 * Gradual deployments of function versions, rolled back automatically if one fails, is stopped or raises an alarm. One
 * refused version fails the stack's update, which rolls back all of them. A function's first version is deployed at
 * once.
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
