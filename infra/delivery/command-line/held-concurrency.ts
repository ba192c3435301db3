import type { Access } from '../../routes/route.ts';
import { routes } from '../../routes/routes.ts';
import type { StageSettings } from '../../stages/stage-settings.ts';

const functionsWith = (access: Access): number =>
  routes.filter((route) => route.access.includes(access)).length;

/** Of the account's concurrent executions those that a stage keeps for functions of its own, reserved or warm. */
export const heldConcurrency = ({
  provisionedConcurrency,
  writersReservedConcurrency = 0,
}: StageSettings): number =>
  writersReservedConcurrency * functionsWith('enquiries:write') +
  provisionedConcurrency.catalogue * functionsWith('published:read') +
  provisionedConcurrency.authoriser;
