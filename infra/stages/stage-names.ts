import type { Plan } from '../../shared/domain/access/api-key.ts';
import type { StageName } from './stage-settings.ts';

/** `Waypost-Dev-Data` for the stage `dev`. */
export const stackName = ({ name }: { readonly name: StageName }, part: string): string =>
  `Waypost-${name.charAt(0).toUpperCase()}${name.slice(1)}-${part}`;

/** The usage plan of API Gateway that holds the clients of one plan to their throttle. */
export const usagePlanName = ({ name }: { readonly name: StageName }, plan: Plan): string =>
  `waypost-${name}-${plan}`;

/** The bus of EventBridge that others subscribe to. */
export const eventBusName = ({ name }: { readonly name: StageName }): string => `waypost-${name}`;
