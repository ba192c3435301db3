import type { ApiTarget, TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';

/** A request with what must come of it. */
export interface Probe {
  readonly request: TargetRequest;
  /** Throws Finding; may ask further. */
  readonly verify: (response: TargetResponse, target: ApiTarget) => void | Promise<void>;
}
