import { CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { IConstruct } from 'constructs';
import { OperationFunction } from '../functions/operation-function.ts';

/** What there is in stacks to be watched. */
export interface Watched {
  readonly functions: readonly OperationFunction[];
  readonly tables: readonly Table[];
  /** Queues that give up to no other: what they hold, a person is to look at. */
  readonly deadLetters: readonly Queue[];
  /** Names of all alarms. */
  readonly alarmNames: readonly string[];
  /** Firewalls by the name that their metrics have. */
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

/** Looks for it in the stacks themselves, so that nothing which is added to one can be forgotten. */
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
