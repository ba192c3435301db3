import { Duration, Stack } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { keyRejections } from '../../../shared/observability/figures.ts';
import { figureMetric, metricSum, sumOf5Minutes } from './figure-metrics.ts';
import { type AlarmContext, StageAlarm } from './stage-alarm.ts';

/** Number of concurrent executions, out of the account's 1,000, that raises the alarm. */
const maxConcurrency = 900;
/** Rejected keys per 5 minutes. Ordinary clients cause a few a day. */
const maxKeysRefused = 1_000;
/** Blocked requests per 5 minutes. */
const maxBlockedRequests = 1_000;
/** Accepted enquiries per 5 minutes: twice the number expected at 500 requests per second. */
const maxEnquiries = 300;
/**
 * Gigabytes per hour. This amount costs about 4.50 dollars, and is 12 times the size of all responses at 500 requests
 * per second.
 */
const maxStreamedGigabytes = 50;

/**
 * Alarms on unusual use that clients may not notice yet: abuse, a faulty client or growth. `firewall` is the name of the
 * API's firewall in its CloudWatch metrics, if it has one.
 */
export class UsageAlarms extends Construct {
  constructor(scope: Construct, id: string, context: AlarmContext, firewall: string | undefined) {
    super(scope, id);
    const { stage } = context;

    new StageAlarm(this, 'concurrency-high', context, {
      // Counts reserved concurrency as well, because functions without a reservation can use only the remainder.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ClaimedAccountConcurrency',
        statistic: Stats.MAXIMUM,
      }),
      threshold: maxConcurrency,
      symptom:
        "At least 900 of the account's 1,000 concurrent executions are in use or reserved. Functions are throttled when " +
        'none is left.',
      cause: 'A client that sends too many or very slow requests, a slow store, or growth.',
      action:
        'On the dashboard, find the functions that use most of the concurrency. In the access log, find the client ' +
        'that causes the load. If no client does, ask AWS for a higher quota, and raise the threshold with it.',
    });

    new StageAlarm(this, 'keys-refused', context, {
      metric: metricSum(
        keyRejections.map((reason) =>
          figureMetric(stage, 'KeysRefused', 'platform', {
            dimensionsMap: { service: 'platform', reason },
            label: reason,
          }),
        ),
        { label: 'Rejected keys' },
      ),
      threshold: maxKeysRefused,
      symptom:
        'At least 1,000 requests with a wrong key were rejected in 5 minutes. They do not affect other clients.',
      cause: 'Somebody is guessing keys, or a client still sends a key that has expired or was revoked.',
      action:
        'Check the reasons on the dashboard. If most keys have expired or were revoked, find their keyId in the ' +
        "authoriser's log, and ask the client to change the key. Otherwise wait, because keys cannot be guessed. If " +
        'the flood continues, lower the per-address limit in infra/stages/limits.ts; the log of blocked requests ' +
        'then shows the address.',
    });

    if (firewall !== undefined) {
      new StageAlarm(this, 'requests-blocked', context, {
        metric: new Metric({
          namespace: 'AWS/WAFV2',
          metricName: 'BlockedRequests',
          dimensionsMap: { WebACL: firewall, Region: Stack.of(this).region, Rule: 'ALL' },
          ...sumOf5Minutes,
        }),
        threshold: maxBlockedRequests,
        symptom: 'The firewall blocked at least 1,000 requests in 5 minutes. Their senders got 403.',
        cause:
          'An attack or, after a release of a client or of the managed rules, harmless requests that look like an attack.',
        action:
          'Find the rule in the metrics of AWS WAF. If it blocks one of your clients, ask the client to slow down, or raise ' +
          'the limit in infra/stages/limits.ts. Otherwise no action is needed.',
      });
    }

    new StageAlarm(this, 'enquiries-many', context, {
      metric: figureMetric(stage, 'EnquiriesTaken', 'bill-management-v1'),
      threshold: maxEnquiries,
      symptom:
        'At least 300 enquiries were accepted in 5 minutes. Each is stored and announced to subscribers.',
      cause: 'A client that floods the service, or one that keeps resending an enquiry.',
      action:
        'Find the keyId that sends most of them in the access log. If it is abuse, run `waypost keys revoke`. Otherwise ask ' +
        'the client to stop, and delete what it sent by mistake with `waypost enquiries erase`.',
    });

    new StageAlarm(this, 'bytes-streamed', context, {
      metric: metricSum(
        ['locations-v2', 'locations-v3'].map((service) =>
          figureMetric(stage, 'BytesStreamed', service, { label: service }),
        ),
        { label: 'Bytes', period: Duration.hours(1) },
      ),
      threshold: maxStreamedGigabytes * 1e9,
      symptom:
        'At least 50 GB of list responses were sent in the last hour, which costs about $4.50 an hour.',
      cause: 'A client that downloads whole lists repeatedly, often without compression.',
      action:
        'Find the keyId with the most requests for /points/type and /workcentres in the access log. Ask its client to use ' +
        'the export, If-None-Match and gzip or, if it is abuse, run `waypost keys revoke`.',
    });
  }
}
