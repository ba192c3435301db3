import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { AlarmContext, GuidedAlarm } from './stage-alarm.ts';

/**
 * Daily budget of twice the expected cost, which is given per month in US dollars. It covers the whole account, because
 * AWS can separate stages only by tags that an administrator has activated. The topic for tickets must allow budgets to
 * publish.
 */
export class DailyBudget extends CfnBudget implements GuidedAlarm {
  readonly shortName = 'daily-budget';
  readonly guide = {
    symptom:
      'The AWS account has cost more than twice the expected amount today. AWS updates costs a few times a day, so ' +
      'this notification arrives hours late, and none follows when costs return to normal.',
    cause:
      'More requests than expectedRequestsPerSecond, one client with large responses, or something else in the account.',
    action:
      'Find the service in Cost Explorer, by day. If it is API Gateway, Lambda or outgoing data, find the client ' +
      'in the access log. If the traffic is expected, raise expectedRequestsPerSecond in infra/stages/stages.ts.',
  };

  constructor(scope: Construct, id: string, { stage, alarmTopics }: AlarmContext, dollarsPerMonth: number) {
    super(scope, id, {
      budget: {
        budgetName: `waypost-${stage.name}-daily-budget`,
        budgetType: 'COST',
        timeUnit: 'DAILY',
        // In whole US dollars. A month has 730 hours.
        budgetLimit: { amount: Math.ceil((2 * dollarsPerMonth * 24) / 730), unit: 'USD' },
      },
      notificationsWithSubscribers: [
        {
          notification: {
            notificationType: 'ACTUAL',
            comparisonOperator: 'GREATER_THAN',
            threshold: 100,
            thresholdType: 'PERCENTAGE',
          },
          subscribers: [{ subscriptionType: 'SNS', address: alarmTopics.ticket.topicArn }],
        },
      ],
    });
  }
}
