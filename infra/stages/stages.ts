import { parseStageName, parseStages } from './parse-stages.ts';
import type { StageSettings } from './stage-settings.ts';

const common = {
  throttleOf: {
    standard: { ratePerSecond: 100, burst: 200 },
    partner: { ratePerSecond: 500, burst: 1000 },
  },
  alarmEmails: [],
  portal: {},
  firewall: false,
  trafficShift: 'Canary10Percent5Minutes',
  provisionedConcurrency: { authoriser: 0, catalogue: 0 },
  tracing: true,
  authoriserCacheSeconds: 60,
  catalogueCheckSeconds: 30,
  publishEveryMinutes: 60,
  changeWindowSeconds: 10,
  supersededVersionDays: 7,
  enquiryRetentionDays: 30,
  storesOutliveStack: false,
  logLevel: 'INFO',
  logRetentionDays: 30,
  memoryMegabytes: { standard: 512, catalogue: 1024, publisher: 1769, importer: 1769 },
};

/** The settings of every stage by its name. */
export const stages = parseStages({
  dev: { ...common, name: 'dev', publishEveryMinutes: 360, supersededVersionDays: 2 },
  prod: {
    ...common,
    name: 'prod',
    enquiryRetentionDays: 365,
    firewall: true,
    // A change is answered within seconds: it is published without a scan, and a check costs a conditional GET.
    changeWindowSeconds: 1,
    catalogueCheckSeconds: 5,
    provisionedConcurrency: { authoriser: 1, catalogue: 0 },
    // A fifth of what a stage costs. Logs tell of each request by its id; set it while a fault is looked for.
    tracing: false,
    writersReservedConcurrency: 50,
    storesOutliveStack: true,
    logRetentionDays: 90,
  },
  local: {
    ...common,
    name: 'local',
    tracing: false,
    authoriserCacheSeconds: 1,
    catalogueCheckSeconds: 1,
    changeWindowSeconds: 0,
    supersededVersionDays: 1,
    logRetentionDays: 7,
  },
});

/** The stages that a synthesis is about: the one named by the context `stage`, else all that run on AWS. Throws WrongStage. */
export const stagesOf = (context: unknown): readonly StageSettings[] => {
  const name = parseStageName(context);
  return name === undefined ? [stages.dev, stages.prod] : [stages[name]];
};
