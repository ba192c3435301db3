import type { Plan } from '../../shared/domain/access/api-key.ts';
import type { StageName } from './stage-settings.ts';

type Stage = { readonly name: StageName };

/** Returns the name of a stack, such as `Waypost-Dev-Data` for the stage `dev`. */
export const stackName = ({ name }: Stage, part: string): string =>
  `Waypost-${name.charAt(0).toUpperCase()}${name.slice(1)}-${part}`;

/** Qualifiers of the CDK's bootstrap stacks, at most 10 characters each. The local stage is never deployed. */
const qualifiers: Readonly<Record<StageName, string>> = { dev: 'wpdev', prod: 'wpprod', local: 'wplocal' };

/**
 * Returns the qualifier of the bootstrap stack with which a stage is deployed. Each stage has its own roles and assets
 * bucket.
 */
export const bootstrapQualifier = ({ name }: Stage): string => qualifiers[name];

/** Tag on KMS keys, with the stage's name as its value. */
export const stageTag = 'waypost:stage';

/**
 * Returns the name of the policy that bounds the permissions of every role that a stage's deployment creates or uses.
 */
export const boundaryName = (stage: Stage): string => stackName(stage, 'Boundary');

/** Returns the name of the API in API Gateway and in its metrics. */
export const apiName = ({ name }: Stage): string => `waypost-${name}`;

/** Returns the name of the API Gateway usage plan that throttles the clients of a plan. */
export const usagePlanName = ({ name }: Stage, plan: Plan): string => `waypost-${name}-${plan}`;

export const backupVaultName = ({ name }: Stage): string => `waypost-${name}`;

/** Returns the name of the EventBridge bus that subscribers receive events from. */
export const eventBusName = ({ name }: Stage): string => `waypost-${name}`;

/** Returns the full name of an alarm, such as `waypost-prod-publication-refused`. */
export const alarmName = ({ name }: Stage, alarm: string): string => `waypost-${name}-${alarm}`;

export const dashboardName = ({ name }: Stage): string => `waypost-${name}`;
