import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../infra/routes/routes.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../support/templates/configured-stages.ts';
import { alarmsOf, type SynthesisedAlarm } from '../../support/templates/synthesised-alarms.ts';
import { handlerOf } from '../../support/templates/synthesised-api.ts';
import { propertiesOf, resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const prod = synthesiseStage(stages.prod);
const { api, publishing, watch } = prod;

const alarmsByName = (stage: StageSettings): ReadonlyMap<string, SynthesisedAlarm> =>
  new Map(
    Object.values(synthesiseStage(stage))
      .flatMap(alarmsOf)
      .map((alarm) => [alarm.AlarmName.replace(`waypost-${stage.name}-`, ''), alarm]),
  );
const [{ AccessLogSetting }] = z
  .tuple([z.object({ AccessLogSetting: z.object({ Format: z.string() }) })])
  .parse(propertiesOf(api, 'AWS::ApiGateway::Stage'));
const accessLogFormat = AccessLogSetting.Format;
const alarms = alarmsByName(stages.prod);
const every = [...alarms.values()];

const named = (name: string, among = alarms): SynthesisedAlarm => {
  const alarm = among.get(name);
  if (!alarm) throw new Error(`there is no alarm ${name}`);
  return alarm;
};

describe('the alarms', () => {
  it('give symptom, likely cause and first action within CloudWatch’s limit', () => {
    for (const { AlarmName, AlarmDescription } of every) {
      expect(AlarmDescription, AlarmName).toMatch(
        /^[^:\n]{40,}\.\n\nLikely cause: [A-Z].{10,}\.\n\nFirst action: [A-Z].{10,}\.$/,
      );
      expect(AlarmDescription.length, AlarmName).toBeLessThanOrEqual(1_024);
    }
  });

  it.each([stages.dev, stages.prod])('stay within CloudWatch’s limits: $name', (stage) => {
    for (const { AlarmName, Metrics = [], seconds, maxSeconds } of alarmsByName(stage).values()) {
      expect(Metrics.filter(({ MetricStat }) => MetricStat).length, AlarmName).toBeLessThanOrEqual(10);
      expect(seconds, AlarmName).toBeLessThanOrEqual(maxSeconds);
    }
  });

  it('treat missing data as no activity', () => {
    for (const { AlarmName, ComparisonOperator, TreatMissingData } of every) {
      const raisedByTooLittle = ComparisonOperator.startsWith('LessThan');
      expect(TreatMissingData, AlarmName).toBe(raisedByTooLittle ? 'breaching' : 'notBreaching');
    }
  });
});

const notFromLocationsV3 = '($.responseType != "-" || $.resourcePath != "/locations/v3/*")';

describe('the alarms on failing functions', () => {
  const reference = z.object({ Ref: z.string() });
  const liveAlias = z.object({
    FunctionName: reference,
    Resource: z.object({ 'Fn::Join': z.tuple([z.literal(''), z.tuple([reference, z.literal(':live')])]) }),
  });
  const handlersOf = ({ watched }: SynthesisedAlarm): readonly string[] =>
    watched
      .filter(({ name }) => name === 'Errors')
      .map(({ dimensions }) => {
        const { FunctionName, Resource } = liveAlias.parse(dimensions);
        expect(Resource['Fn::Join'][1][0]).toEqual(FunctionName);
        return handlerOf(api, FunctionName.Ref);
      });
  const handlers = [...resourcesOfType(api, 'AWS::Lambda::Function').keys()].map((id) => handlerOf(api, id));
  const authoriser = 'functions/platform/authorise-api-key.ts';

  const streams = routes.flatMap(({ streamed, handler }) => (streamed ? [handler] : []));

  it('watch every API function exactly once, grouped by service, except the authoriser and streaming functions', () => {
    const failing = [...alarms].filter(([name]) => name.startsWith('functions-failing-'));
    for (const [name, alarm] of failing)
      for (const handler of handlersOf(alarm))
        expect(name).toBe(`functions-failing-${handler.split('/')[1]}`);
    // Lambda counts rejected keys as errors of the authoriser, and responses that slow clients do not read as errors of
    // streaming functions.
    expect(failing.flatMap(([, alarm]) => handlersOf(alarm)).toSorted()).toEqual(
      handlers.filter((handler) => handler !== authoriser && !streams.includes(handler)).toSorted(),
    );
  });

  describe('that roll back a deployment', () => {
    const filters = z
      .array(
        z.object({
          FilterPattern: z.string(),
          MetricTransformations: z.tuple([z.object({ MetricName: z.string(), MetricNamespace: z.string() })]),
        }),
      )
      .parse(propertiesOf(api, 'AWS::Logs::MetricFilter'));
    const patternOf = (metricName: string) =>
      filters.find(({ MetricTransformations: [{ MetricName }] }) => MetricName === metricName)?.FilterPattern;

    it('do not use API Gateway’s own 5xx metric, which includes errors that sandbox keys request', () => {
      expect(patternOf('FailedRequests')).toBe(
        `{ $.status = "5*" && $.lambdaStatus != "429" && ${notFromLocationsV3} && $.sandbox != "true" }`,
      );
      // If rejected requests counted, they could hide errors.
      expect(patternOf('Requests')).toBe(
        '{ $.status != "401" && $.status != "403" && $.status != "429" && $.httpMethod != "OPTIONS" && $.sandbox != "true" }',
      );
      expect(named('api-errors').watched.map(({ namespace, name }) => `${namespace} ${name}`)).toEqual([
        'AccessLog/prod FailedRequests',
        'Waypost/prod AnswersFailed',
        'AccessLog/prod Requests',
      ]);
    });

    it('count failures of locations-v3 instead of its 503s, which clients can cause before the first import or report', () => {
      const ofV3 = ['5-minutes', '1-hour'].map((window) => named(`errors-locations-v3-${window}`));
      for (const { Metrics = [], watched } of [named('api-errors'), ...ofV3]) {
        const [expression] = Metrics.flatMap(({ Expression }) => Expression ?? []);
        expect(expression).toContain('SUM(METRICS("failed"))');
        const counted = Metrics.filter(({ Id }) => Id.startsWith('failed'));
        expect(counted).toHaveLength(2);
        expect(watched).toContainEqual({
          namespace: 'Waypost/prod',
          name: 'AnswersFailed',
          dimensions: { service: 'locations-v3' },
        });
      }
      const filters = propertiesOf(watch, 'AWS::Logs::MetricFilter').map(
        ({ FilterPattern }) => FilterPattern,
      );
      expect(filters).toContain(
        `{ $.status = "5*" && ${notFromLocationsV3} && $.resourcePath = "/locations/v3/*" && $.sandbox != "true" }`,
      );
    });

    it('count streaming requests to which API Gateway itself returns 5xx', () => {
      const pathsOf = (service: string) =>
        routes
          .filter(({ streamed, path }) => streamed && path.startsWith(`/${service.replace('-', '/')}/`))
          .map(({ path }) => `$.resourcePath = "${path}"`);
      for (const service of ['locations-v2', 'locations-v3']) {
        expect(pathsOf(service)).toHaveLength(2);
        expect(patternOf(`StreamsFailed-${service}`)).toBe(
          `{ $.status = "5*" && $.lambdaStatus != "429" && $.responseType != "-" && (${pathsOf(service).join(' || ')}) }`,
        );
      }
    });
  });

  it('watch unfinished streams, but do not roll back a deployment', () => {
    const unfinished = ['locations-v2', 'locations-v3'].map((service) =>
      named(`streams-unfinished-${service}`),
    );
    expect(unfinished.flatMap(({ watched }) => watched)).toHaveLength(streams.length);
    for (const { AlarmDescription } of unfinished) expect(AlarmDescription).toContain('does not roll back');
  });

  it('watch the failed responses of each service that has operations', () => {
    for (const service of new Set(routes.map(({ handler }) => handler.split('/')[1] ?? '')))
      expect(named(`answers-failing-${service}`).watched).toMatchObject([
        { name: 'AnswersFailed', dimensions: { service } },
      ]);
  });
});

describe('the alarms on requests', () => {
  // CloudWatch ignores a percentile p for periods with fewer than 10 / (1 - p) samples.
  it('include latency alarms that work at 1 request per second: one for a ticket, and both windows of the page', () => {
    const requestsOfPeriod = 300;
    const raisable = [...alarmsByName(stages.prod).values()].filter(
      ({ ExtendedStatistic, EvaluateLowSampleCountPercentile }) => {
        const percentile = Number(/^p(\d+)$/.exec(String(ExtendedStatistic))?.[1]);
        if (Number.isNaN(percentile)) return false;
        expect(EvaluateLowSampleCountPercentile).toBe('ignore');
        return 10 / (1 - percentile / 100) <= requestsOfPeriod;
      },
    );
    expect(raisable.map(({ AlarmName }) => AlarmName).toSorted()).toEqual(
      ['api-slow-p90', 'slow-1-hour', 'slow-5-minutes'].map((name) => `waypost-prod-${name}`),
    );
  });

  it('refer to fields of the access log', () => {
    const [, afterLog = ''] = named('api-slow').AlarmDescription.split('access log');
    const fields = afterLog.match(/\b[a-z]+[A-Z]\w+/g) ?? [];
    expect(fields).toContain('responseLatency');
    for (const field of fields) expect(accessLogFormat).toContain(`"${field}":`);
  });

  it('count requests in the access log with a valid key whose client has no API Gateway key (H04)', () => {
    expect(propertiesOf(watch, 'AWS::Logs::MetricFilter')).toContainEqual(
      expect.objectContaining({
        FilterPattern: '{ $.responseType = "INVALID_API_KEY" }',
        MetricTransformations: [
          { MetricNamespace: 'AccessLog/prod', MetricName: 'UnadmittedRequests', MetricValue: '1' },
        ],
      }),
    );
    expect(accessLogFormat).toContain('"responseType":"$context.error.responseType"');
  });

  it('watch throttling of each function', () => {
    const throttles = every.flatMap(({ watched }) => watched).filter(({ name }) => name === 'Throttles');
    const functions = [api, publishing].flatMap((template) =>
      propertiesOf(template, 'AWS::Lambda::Function'),
    );
    expect(new Set(throttles.map(({ dimensions }) => JSON.stringify(dimensions))).size).toBe(
      functions.length,
    );
  });

  it('watch blocked requests only on a stage with a firewall', () => {
    const [webAcl] = propertiesOf(api, 'AWS::WAFv2::WebACL');
    const { MetricName } = z.object({ MetricName: z.string() }).parse(webAcl?.VisibilityConfig);
    expect(named('requests-blocked').watched).toMatchObject([
      { namespace: 'AWS/WAFV2', dimensions: { WebACL: MetricName, Rule: 'ALL' } },
    ]);
    expect(alarmsByName(externalDnsStage).has('requests-blocked')).toBe(false);
  });

  const eachTable = ['Locations', 'Capabilities', 'Billers', 'Enquiries', 'ApiKeys'];
  it.each([
    // An alarm may have 10 metrics. The tables of the audit trail and of key use are omitted, because no request waits
    // for them.
    {
      name: 'tables-throttled',
      expected: eachTable.flatMap((table) => [`ReadThrottleEvents ${table}`, `WriteThrottleEvents ${table}`]),
    },
    {
      name: 'tables-failing',
      expected: [
        'SystemErrors ApiKeys GetItem',
        'SystemErrors Billers GetItem',
        'SystemErrors Billers Query',
        'SystemErrors Enquiries GetItem',
        'SystemErrors Enquiries TransactWriteItems',
      ],
    },
  ])('watch the tables that requests need: $name', ({ name, expected }) => {
    const metrics = named(name).watched.map(({ name: metric, dimensions: { TableName, ...others } }) => {
      const table = /RefTables([A-Za-z]+?)[0-9A-F]{16}"/.exec(JSON.stringify(TableName))?.[1];
      return [metric, table, ...Object.values(others)].join(' ');
    });
    expect(metrics).toEqual(expected);
  });
});

describe('the alarms on background work', () => {
  it.each([stages.dev, stages.prod])('allow for one missed publication: $name', (stage) => {
    const twoRuns = 2 * stage.publishEveryMinutes * 60;
    const among = alarmsByName(stage);
    expect(named('publication-overdue', among).seconds).toBe(twoRuns);
    expect(named('publication-refused', among).seconds).toBe(twoRuns);
    expect(named('catalogue-age-locations-v3', among).Threshold).toBe(twoRuns);
  });

  it.each([
    { name: 'one enquiry, never', taken: [0, 1, 0], announced: [0, 0, 0], raised: true },
    { name: 'each enquiry, never', taken: [1, 1, 1], announced: [0, 0, 0], raised: true },
    { name: 'only an earlier enquiry', taken: [1, 1, 0], announced: [1, 0, 0], raised: true },
    { name: 'in the same period', taken: [0, 1, 0], announced: [0, 1, 0], raised: false },
    { name: 'in the next period', taken: [0, 1, 0], announced: [0, 0, 1], raised: false },
    { name: 'perhaps in the next period', taken: [0, 0, 1], announced: [0, 0, 0], raised: false },
    { name: 'no enquiries', taken: [0, 0, 0], announced: [0, 0, 0], raised: false },
  ])('page for enquiries that are not announced in the same or the next period: $name', (given) => {
    const { Metrics = [], DatapointsToAlarm } = named('announcer-silent');
    const [expression = ''] = Metrics.flatMap(({ Expression }) => Expression ?? []);
    const term = /\((?:(\d) \* )?FILL\((\w+), 0\) - DIFF\(FILL\(\2, 0\)\)\) (>|==) 0/g;
    expect(expression.replaceAll(term, 'term')).toBe('IF(term AND term, 1, 0)');
    const isBreaching = (period: number) =>
      [...expression.matchAll(term)].every(([, factor = 1, name, operator]) => {
        const values = name === 'taken' ? given.taken : given.announced;
        const [before = 0, now = 0] = values.slice(period - 1);
        const value = Number(factor) * now - (now - before);
        return operator === '>' ? value > 0 : value === 0;
      });
    expect(DatapointsToAlarm).toBe(1);
    expect([1, 2].some(isBreaching)).toBe(given.raised);
  });
});
