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

/** The context `despiteAlarms` of a synthesis: CodeDeploy would refuse even the remedy while an alarm is raised. */
const despiteAlarms = z
  .stringbool({ truthy: ['true'], falsy: ['false'], error: 'despiteAlarms must be true or false' })
  .default(false);

export interface GradualDeploymentsProps {
  readonly stage: StageSettings;
  readonly functions: readonly LiveFunction[];
  /** The alarms that take a new version of the function back while it takes over: ten at most. */
  readonly alarmsOf: (live: LiveFunction) => readonly IAlarm[];
}

/**
 * How new versions of functions take over from those before: little by little, and back again by themselves where the
 * deployment fails, is stopped or an alarm rises. One refused version fails the stack's update, which takes all of
 * them back. A function's first version has nothing to take over from.
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
