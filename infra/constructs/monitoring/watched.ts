import { CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { IConstruct } from 'constructs';
import { OperationFunction } from '../functions/operation-function.ts';

/** Resources of stacks to be monitored. */
export interface Watched {
  readonly functions: readonly OperationFunction[];
  readonly tables: readonly Table[];
  /** Queues without a dead-letter queue of their own, whose messages need an operator. */
  readonly deadLetters: readonly Queue[];
  /** Names of all alarms in the stacks. */
  readonly alarmNames: readonly string[];
  /** Names of the firewalls in their metrics. */
  readonly firewalls: readonly string[];
}

const alarmNameOf = (construct: IConstruct): string[] => {
  if (construct instanceof CfnAlarm) return [construct.alarmName ?? []].flat();
  return construct instanceof CfnCompositeAlarm ? [construct.alarmName ?? []].flat() : [];
};

const firewallOf = (construct: IConstruct): string[] => {
  if (!(construct instanceof CfnWebACL)) return [];
  const { visibilityConfig } = construct;
  return 'metricName' in visibilityConfig ? [visibilityConfig.metricName] : [];
};

/** Finds the resources in the stacks themselves, so that additions cannot be forgotten. */
export const watchedIn = (stacks: readonly IConstruct[]): Watched => {
  const all = stacks.flatMap(({ node }) => node.findAll());
  return {
    functions: all.filter((each) => each instanceof OperationFunction),
    tables: all.filter((each) => each instanceof Table),
    deadLetters: all
      .filter((each) => each instanceof Queue)
      .filter(({ deadLetterQueue }) => deadLetterQueue === undefined),
    alarmNames: all.flatMap(alarmNameOf),
    firewalls: all.flatMap(firewallOf),
  };
};
