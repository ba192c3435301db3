import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../infra/routes/routes.ts';
import type { StageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { externalDnsStage } from '../../support/templates/configured-stages.ts';
import { alarmsOf, type SynthesisedAlarm } from '../../support/templates/synthesised-alarms.ts';
import { handlerOf } from '../../support/templates/synthesised-api.ts';
import {
  propertiesOf,
  resourcesOfType,
  type SynthesisedTemplate,
  synthesiseStage,
} from '../../support/templates/synthesised-stage.ts';

const prod = synthesiseStage(stages.prod);
const { api, publishing, watch } = prod;

const alarmsByName = (stage: StageSettings): ReadonlyMap<string, SynthesisedAlarm> =>
  new Map(
    Object.values(synthesiseStage(stage))
      .flatMap(alarmsOf)
      .map((alarm) => [alarm.AlarmName.replace(`waypost-${stage.name}-`, ''), alarm]),
  );
const [apiStage] = propertiesOf(api, 'AWS::ApiGateway::Stage');
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

describe('the alarms on failing functions', () => {
  const reference = z.object({ Ref: z.string() });
  const handlersOf = ({ watched }: SynthesisedAlarm): readonly string[] =>
    watched
      .filter(({ name }) => name === 'Errors')
      .map(({ dimensions: { FunctionName, Resource } }) => {
        expect(Resource).toEqual({ 'Fn::Join': ['', [FunctionName, ':live']] });
        return handlerOf(api, reference.parse(FunctionName).Ref);
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

  const patternsIn = (template: SynthesisedTemplate) =>
    z
      .array(z.object({ FilterPattern: z.string() }))
      .parse(propertiesOf(template, 'AWS::Logs::MetricFilter'))
      .map(({ FilterPattern }) => FilterPattern);

  it('count neither errors that sandbox keys request nor 503s of locations-v3, which clients can cause before the first import or report', () => {
    const ofV3 = ['5-minutes', '1-hour'].map((window) => named(`errors-locations-v3-${window}`));
    for (const { watched } of [named('api-errors'), ...ofV3])
      expect(watched).toContainEqual({
        namespace: 'Waypost/prod',
        name: 'AnswersFailed',
        dimensions: { service: 'locations-v3' },
      });
    // API Gateway's own metric would include them.
    expect(named('api-errors').watched.filter(({ namespace }) => namespace === 'AWS/ApiGateway')).toEqual([]);
    const failed = [...patternsIn(api), ...patternsIn(watch)].filter(
      (pattern) => pattern.includes('$.status = "5*"') && !pattern.includes('&& $.responseType'),
    );
    expect(failed).toHaveLength(5);
    for (const pattern of failed) {
      expect(pattern).toContain('($.responseType != "-" || $.resourcePath != "/locations/v3/*")');
      expect(pattern).toContain('$.sandbox != "true"');
    }
  });

  it('count streaming requests to which API Gateway itself returns 5xx', () => {
    for (const service of ['v2', 'v3']) {
      const paths = routes.flatMap(({ streamed, path }) =>
        streamed && path.startsWith(`/locations/${service}/`) ? [`$.resourcePath = "${path}"`] : [],
      );
      expect(paths).toHaveLength(2);
      expect(patternsIn(api)).toContain(
        `{ $.status = "5*" && $.lambdaStatus != "429" && $.responseType != "-" && (${paths.join(' || ')}) }`,
      );
    }
  });

  it('watch unfinished streams, but do not roll back a deployment', () => {
    const unfinished = every.filter(({ AlarmName }) => AlarmName.includes('streams-unfinished-'));
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
    for (const field of fields) expect(JSON.stringify(apiStage)).toContain(`\\"${field}\\":`);
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
