import type { Plan } from '../../shared/domain/access/api-key.ts';
import type { StageName } from './stage-settings.ts';

/** Returns the name of a stack, such as `Waypost-Dev-Data` for the stage `dev`. */
export const stackName = ({ name }: { readonly name: StageName }, part: string): string =>
  `Waypost-${name.charAt(0).toUpperCase()}${name.slice(1)}-${part}`;

/** Name of the API Gateway usage plan that throttles the clients of a plan. */
export const usagePlanName = ({ name }: { readonly name: StageName }, plan: Plan): string =>
  `waypost-${name}-${plan}`;

/** Name of the EventBridge bus for subscribers. */
export const eventBusName = ({ name }: { readonly name: StageName }): string => `waypost-${name}`;
