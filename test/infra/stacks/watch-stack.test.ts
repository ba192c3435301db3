import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { figures } from '../../../shared/observability/figures.ts';
import { alarmsOf, type WatchedMetric } from '../../support/templates/synthesised-alarms.ts';
import { dashboardOf } from '../../support/templates/synthesised-dashboard.ts';
import { resourcesOfType, synthesiseStage } from '../../support/templates/synthesised-stage.ts';

const templates = synthesiseStage(stages.prod);
const { watch, ...others } = templates;
// The one function of the portal's stack is the CDK's, and runs in deployments alone: they fail with it.
const { portal: _, ...withOurFunctions } = templates;
const everyTemplate = Object.values(templates);
const everyAlarm = everyTemplate.flatMap(alarmsOf);
const dashboard = dashboardOf(watch);
const onDashboard = dashboard.widgets.flatMap(({ watched }) => watched);

/** How many resources of a type the stage has that serve requests or publish. */
const countOf = (type: string): number =>
  Object.values(withOurFunctions).reduce((sum, template) => sum + resourcesOfType(template, type).size, 0);

/** The dimensions that a metric is shown or watched with: as many different ones as there are things of its kind. */
const different = (metrics: readonly WatchedMetric[], name: string): number =>
  new Set(metrics.filter((each) => each.name === name).map(({ dimensions }) => JSON.stringify(dimensions)))
    .size;

/** What nobody writes: a figure of another name, or with other dimensions, or of a service that has no function. */
const unwritten = (
  metrics: readonly WatchedMetric[],
  recorded: ReadonlyMap<string, readonly string[]>,
): readonly WatchedMetric[] =>
  metrics
    .filter(({ namespace }) => namespace.startsWith('Waypost'))
    .filter(
      ({ namespace, name, dimensions }) =>
        namespace !== 'Waypost/prod' ||
        recorded.get(name)?.toSorted().join() !== Object.keys(dimensions).toSorted().join(),
    );

describe('what is watched', () => {
  it('is written by the functions, under the same names and dimensions', () => {
    // The types of writeFigures let functions write these and no others.
    const recorded = new Map(Object.entries(figures).map(([name, { by }]) => [name, ['service', ...by]]));
    const watched = [...everyAlarm.flatMap((alarm) => alarm.watched), ...onDashboard];
    expect(unwritten(watched, recorded)).toEqual([]);
    const planted = [
      { namespace: 'Waypost/prod', name: 'PublicationLost', dimensions: { service: 'platform' } },
      { namespace: 'Waypost/prod', name: 'Searches', dimensions: { service: 'locations-v3' } },
      { namespace: 'Waypost/prod', name: 'CatalogueAge', dimensions: { service: '*', operation: '*' } },
      { namespace: 'Waypost', name: 'EnquiriesTaken', dimensions: { service: 'bill-management-v1' } },
    ];
    expect(unwritten(planted, recorded)).toEqual(planted);
    // And nothing is written that nobody can see.
    expect([...recorded.keys()].filter((name) => !onDashboard.some((each) => each.name === name))).toEqual(
      [],
    );
  });

  it('is looked for under a service that has functions', () => {
    const services = new Set(
      everyTemplate
        .flatMap((template) => [...resourcesOfType(template, 'AWS::Lambda::Function').values()])
        .map(
          ({ Properties }) => JSON.stringify(Properties).match(/"POWERTOOLS_SERVICE_NAME":"([^"]+)"/)?.[1],
        ),
    );
    const asked = [...everyAlarm.flatMap(({ watched }) => watched), ...onDashboard]
      .filter(({ namespace }) => namespace === 'Waypost/prod')
      .map(({ dimensions }) => dimensions.service)
      .filter((service) => service !== '*');
    expect(asked.length).toBeGreaterThan(10);
    for (const service of asked) expect(services).toContain(service);
  });
});

describe('an alarm', () => {
  it.each(everyAlarm)(
    'of $AlarmName says what it means and what to do',
    ({ AlarmName, AlarmDescription }) => {
      expect(AlarmName).toMatch(/^waypost-prod-[a-z0-9-]+$/);
      // Two sentences at least; CloudWatch takes 1,024 characters.
      expect(AlarmDescription.split(/[.:;] /).length).toBeGreaterThan(1);
      expect(AlarmDescription.length).toBeGreaterThan(80);
      expect(AlarmDescription.length).toBeLessThanOrEqual(1_024);
    },
  );

  it.each(everyAlarm)(
    'of $AlarmName is one that CloudWatch takes',
    ({ Metrics = [], seconds, mostSeconds }) => {
      expect(Metrics.filter(({ MetricStat }) => MetricStat).length).toBeLessThanOrEqual(10);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(mostSeconds);
    },
  );

  it('has a name that no other has', () => {
    const names = everyAlarm.map(({ AlarmName }) => AlarmName);
    expect(new Set(names).size).toBe(names.length);
  });

  it('of this stack tells the topic when it rises and when it is over, and needs somebody to ask to do so', () => {
    const alarms = alarmsOf(watch);
    expect(alarms.length).toBeGreaterThan(10);
    for (const { AlarmActions, OKActions } of alarms) {
      expect(AlarmActions).toHaveLength(1);
      expect(OKActions).toEqual(AlarmActions);
      expect(JSON.stringify(AlarmActions)).toContain('Alarms');
    }
  });

  // No data say that nothing happened: as bad as too little, and as good as not too much.
  it.each(everyAlarm)(
    'of $AlarmName takes no data for nothing',
    ({ ComparisonOperator, TreatMissingData }) => {
      const risesForTooLittle = ComparisonOperator.startsWith('LessThan');
      expect(TreatMissingData).toBe(risesForTooLittle ? 'breaching' : 'notBreaching');
    },
  );
});

describe('the alarms of requests', () => {
  const named = (name: string) => {
    const alarm = alarmsOf(watch).find(({ AlarmName }) => AlarmName === `waypost-prod-${name}`);
    if (alarm === undefined) throw new Error(`there is no alarm ${name}`);
    return alarm;
  };

  it('rise when one request in a hundred takes 3 seconds for a quarter of an hour, if there are a hundred', () => {
    expect(named('api-slow')).toMatchObject({
      MetricName: 'Latency',
      ExtendedStatistic: 'p99',
      Threshold: 3_000,
      EvaluateLowSampleCountPercentile: 'ignore',
      seconds: 15 * 60,
      watched: [{ namespace: 'AWS/ApiGateway', dimensions: { ApiName: 'waypost-prod', Stage: 'prod' } }],
    });
  });

  it('speak of the limit of those who write enquiries where there are such, and a limit', () => {
    const speaking = (template: typeof watch) =>
      alarmsOf(template)
        .filter(({ AlarmDescription }) => AlarmDescription.includes('writersReservedConcurrency'))
        .map(({ AlarmName }) => AlarmName);
    expect(speaking(watch)).toEqual(['waypost-prod-throttled-bill-management-v1']);
    expect(stages.dev.writersReservedConcurrency).toBeUndefined();
    expect(speaking(synthesiseStage(stages.dev).watch)).toEqual([]);
  });

  it('look at the throttled runs of every function there is', () => {
    const throttled = alarmsOf(watch)
      .flatMap(({ watched }) => watched)
      .filter(({ name }) => name === 'Throttles');
    expect(different(throttled, 'Throttles')).toBe(countOf('AWS::Lambda::Function'));
  });

  /** Namespace, name and table of what an alarm looks at, and the operation where it is about one. */
  const metricsOfTables = (name: string) =>
    named(name).watched.map(({ namespace, name: metric, dimensions: { TableName, ...others } }) => {
      const table = /PublishOutputRefTables([A-Za-z]+?)[0-9A-F]{16}"/.exec(JSON.stringify(TableName))?.[1];
      return [`${namespace} ${metric} ${table}`, ...Object.values(others)].join(' ');
    });

  // CloudWatch gives an alarm ten metrics: what becomes of keys, and their use, no request waits for.
  it('look at the throttling of every table that requests and imports wait for', () => {
    expect(metricsOfTables('tables-throttled')).toEqual(
      ['Locations', 'Capabilities', 'Billers', 'Enquiries', 'ApiKeys'].flatMap((table) => [
        `AWS/DynamoDB ReadThrottleEvents ${table}`,
        `AWS/DynamoDB WriteThrottleEvents ${table}`,
      ]),
    );
  });

  it('look at the failures of what clients ask of the tables', () => {
    expect(metricsOfTables('tables-failing')).toEqual([
      'AWS/DynamoDB SystemErrors ApiKeys GetItem',
      'AWS/DynamoDB SystemErrors Billers GetItem',
      'AWS/DynamoDB SystemErrors Billers Query',
      'AWS/DynamoDB SystemErrors Enquiries GetItem',
      'AWS/DynamoDB SystemErrors Enquiries TransactWriteItems',
    ]);
  });

  it.each([
    ['import-failed', 'ImportFailed'],
    ['import-refused', 'ImportRefused'],
    ['import-lines-rejected', 'ImportLinesRejected'],
  ])('rise for one bad import and stay for an hour: %s', (name, figure) => {
    expect(named(name)).toMatchObject({
      MetricName: figure,
      Statistic: 'Sum',
      Threshold: 1,
      DatapointsToAlarm: 1,
      seconds: 3_600,
    });
  });
});

describe('the alarm of files that never reached the queue of imports', () => {
  it('rises when the rule of the import bucket gives one up, and stays for an hour', () => {
    const alarm = alarmsOf(watch).find(({ AlarmName }) => AlarmName === 'waypost-prod-import-not-queued');
    expect(alarm).toMatchObject({ Statistic: 'Sum', Threshold: 1, DatapointsToAlarm: 1, seconds: 3_600 });
    const rules = [...resourcesOfType(templates.publishing, 'AWS::Events::Rule').keys()];
    expect(rules).toHaveLength(1);
    // The rule's name comes from the other stack, whose output says which rule it is.
    const exported = Object.entries(templates.publishing.Outputs).filter(
      ([, { Value }]) => JSON.stringify(Value) === JSON.stringify({ Ref: rules[0] }),
    );
    expect(exported).toHaveLength(1);
    expect(alarm?.watched).toEqual([
      {
        namespace: 'AWS/Events',
        name: 'FailedInvocations',
        dimensions: {
          RuleName: { 'Fn::GetStackOutput': expect.objectContaining({ OutputName: exported[0]?.[0] }) },
        },
      },
    ]);
  });
});

describe('every queue that gives up to no other', () => {
  it('has an alarm, and a line on the dashboard', () => {
    const deadLetters = everyTemplate
      .flatMap((template) => [...resourcesOfType(template, 'AWS::SQS::Queue').values()])
      .filter(({ Properties }) => Properties.RedrivePolicy === undefined).length;
    const visible = 'ApproximateNumberOfMessagesVisible';
    expect(deadLetters).toBeGreaterThanOrEqual(2);
    expect(everyAlarm.flatMap(({ watched }) => watched).filter(({ name }) => name === visible)).toHaveLength(
      deadLetters,
    );
    expect(different(onDashboard, visible)).toBe(deadLetters);
  });
});

describe('the dashboard', () => {
  it('is one for the stage, and begins with the state of every alarm there is', () => {
    expect(dashboard.name).toBe('waypost-prod');
    const composite = everyTemplate
      .flatMap((template) => [...resourcesOfType(template, 'AWS::CloudWatch::CompositeAlarm').values()])
      .map(({ Properties }) => Properties.AlarmName);
    const all = [...everyAlarm.map(({ AlarmName }) => AlarmName), ...composite];
    expect(dashboard.widgets[0]?.alarmNames.toSorted()).toEqual(all.toSorted());
    for (const template of Object.values(others)) {
      expect(resourcesOfType(template, 'AWS::CloudWatch::Dashboard').size).toBe(0);
    }
  });

  it.each(['Errors', 'Throttles', 'ConcurrentExecutions', 'Duration'])(
    'shows %s of every function',
    (name) => {
      expect(different(onDashboard, name)).toBe(countOf('AWS::Lambda::Function'));
    },
  );

  it.each(['Count', '4XXError', '5XXError', 'Latency'])('shows %s of the API', (name) => {
    expect(onDashboard.find((each) => each.name === name)).toMatchObject({
      namespace: 'AWS/ApiGateway',
      dimensions: { ApiName: 'waypost-prod', Stage: 'prod' },
    });
  });

  it('shows the throttling of every table', () => {
    expect(different(onDashboard, 'ReadThrottleEvents')).toBe(countOf('AWS::DynamoDB::Table'));
  });

  it('shows what a firewall stops where there is one', () => {
    const shown = (template: typeof watch) =>
      dashboardOf(template).widgets.flatMap(({ watched }) =>
        watched.filter(({ namespace }) => namespace === 'AWS/WAFV2').map(({ name }) => name),
      );
    expect(shown(watch)).toEqual(['AllowedRequests', 'BlockedRequests']);
    expect(shown(synthesiseStage({ ...stages.prod, firewall: false }).watch)).toEqual([]);
  });

  it('has no more widgets than CloudWatch shows', () => {
    expect(dashboard.widgets.length).toBeLessThanOrEqual(500);
  });
});
