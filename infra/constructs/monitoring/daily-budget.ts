import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { StageSettings } from '../../stages/stage-settings.ts';
import type { AlarmContext, AlarmGuide, GuidedAlarm } from './stage-alarm.ts';

export interface DailyBudgetProps extends AlarmContext {
  readonly stage: StageSettings;
  /** Expected monthly cost in US dollars. */
  readonly dollarsPerMonth: number;
}

/**
 * Daily budget of twice the expected cost. It covers the whole account, because AWS can separate stages only by tags
 * that an administrator has activated. The topic for tickets must allow budgets to publish.
 */
export class DailyBudget extends CfnBudget implements GuidedAlarm {
  readonly shortName = 'daily-budget';
  readonly guide: AlarmGuide;

  constructor(scope: Construct, id: string, { stage, alarmTopics, dollarsPerMonth }: DailyBudgetProps) {
    const urgency = 'ticket';
    super(scope, id, {
      budget: {
        budgetName: `waypost-${stage.name}-daily-budget`,
        budgetType: 'COST',
        timeUnit: 'DAILY',
        budgetLimit: { amount: dailyLimit(dollarsPerMonth), unit: 'USD' },
      },
      notificationsWithSubscribers: [
        {
          notification: {
            notificationType: 'ACTUAL',
            comparisonOperator: 'GREATER_THAN',
            threshold: 100,
            thresholdType: 'PERCENTAGE',
          },
          subscribers: [{ subscriptionType: 'SNS', address: alarmTopics[urgency].topicArn }],
        },
      ],
    });
    this.guide = {
      urgency,
      symptom:
        'The AWS account has cost more than twice the expected amount today. AWS updates costs a few times a day, so ' +
        'this notification arrives hours late, and none follows when costs return to normal.',
      cause:
        'More requests than expectedRequestsPerSecond, one client with large responses, or something else in the account.',
      action:
        'Find the service in Cost Explorer, by day. If it is API Gateway, Lambda or outgoing data, find the client ' +
        'in the access log. If the traffic is expected, raise expectedRequestsPerSecond in infra/stages/stages.ts.',
    };
  }
}

const hoursPerMonth = 730;

/** Returns the daily limit in whole US dollars, at least 1. */
const dailyLimit = (dollarsPerMonth: number): number => Math.ceil((2 * dollarsPerMonth * 24) / hoursPerMonth);
