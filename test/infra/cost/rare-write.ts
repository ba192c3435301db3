import type { OperationProfile } from '../../../infra/cost/operation-profiles.ts';

/** An operation to work costs out by hand: one of a thousand requests. */
export const rareWrite: OperationProfile = {
  operationId: 'write',
  ofThousand: 1,
  memory: 'standard',
  milliseconds: 25,
  kilobytes: 0.3,
  writeUnits: 5,
};
