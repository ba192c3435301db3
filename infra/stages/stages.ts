import * as z from 'zod';
import { awsLimits, localLimits } from './limits.ts';
import { type StageName, type StageSettings, stageSettings } from './stage-settings.ts';

/** A stage has an invalid setting, or does not exist. The message lists the invalid and the valid values. */
export class WrongStage extends Error {
  override readonly name = 'WrongStage';
}

/** Parses the settings of all stages. Throws WrongStage, whose message lists each invalid setting. */
export const parseStages = (settings: unknown): Readonly<Record<StageName, StageSettings>> => {
  const parsed = z.record(stageSettings.shape.name, stageSettings).safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new WrongStage(`Invalid settings in infra/stages/stages.ts:\n${z.prettifyError(parsed.error)}`);
};

const common = {
  limits: awsLimits,
  alarmEmails: { page: [], ticket: [] },
  expectedRequestsPerSecond: 1,
  portal: {},
  firewall: false,
  trafficShift: 'Canary10Percent5Minutes',
  provisionedConcurrency: { authoriser: 0, catalogue: 0 },
  reserveConcurrency: false,
  tracing: true,
  authoriserCacheSeconds: 60,
  catalogueCheckSeconds: 30,
  availabilityCheckSeconds: 5,
  availabilitySources: ['lockers'],
  publishEveryMinutes: 60,
  changeWindowSeconds: 10,
  changeLimits: { hours: 10, positions: 0.5, services: 10, names: 5 },
  supersededVersionDays: 7,
  enquiryRetentionDays: 30,
  storesOutliveStack: false,
  logRetentionDays: 30,
  memoryMegabytes: { standard: 512, catalogue: 1024, publisher: 1769, importer: 1769 },
};

/** Settings of all stages, by name. */
export const stages = parseStages({
  dev: { ...common, name: 'dev', publishEveryMinutes: 360, supersededVersionDays: 2 },
  prod: {
    ...common,
    name: 'prod',
    expectedRequestsPerSecond: 60,
    // If a domain is added here, also set `outletPages: true`.
    portal: {},
    enquiryRetentionDays: 365,
    firewall: true,
    // Clients see a change within seconds. Publishing a change needs no table scan, and a check costs one conditional
    // GET.
    changeWindowSeconds: 1,
    catalogueCheckSeconds: 5,
    provisionedConcurrency: { authoriser: 1, catalogue: 0 },
    // Tracing would be 20% of the stage's cost. The logs contain each request by its id. Enable tracing while
    // investigating a fault.
    tracing: false,
    reserveConcurrency: true,
    backups: {},
    storesOutliveStack: true,
    logRetentionDays: 90,
  },
  local: {
    ...common,
    name: 'local',
    limits: localLimits,
    tracing: false,
    authoriserCacheSeconds: 1,
    catalogueCheckSeconds: 1,
    availabilityCheckSeconds: 1,
    changeWindowSeconds: 0,
    supersededVersionDays: 1,
    logRetentionDays: 7,
  },
});

/**
 * Returns the stages to synthesise: the one that the context variable `stage` names or, if it is absent, all stages on
 * AWS. Throws WrongStage.
 */
export const stagesOf = (context: unknown): readonly StageSettings[] => {
  if (context === undefined) return [stages.dev, stages.prod];
  const { data, success } = stageSettings.shape.name.safeParse(context);
  if (success) return [stages[data]];
  const names = stageSettings.shape.name.options.join(', ');
  throw new WrongStage(`Unknown stage: ${String(context)}. The stages are ${names}.`);
};
