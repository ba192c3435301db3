import type { WorkCentreSearch } from '../../../../shared/client/waypost-client.ts';
import type { ListedCapability, ShownWorkCentre, WorkCentresAnswer } from './answers.ts';

/** Query parameters of getWorkCentres by their names on the wire. */
export type WorkCentreQuery = WorkCentreSearch & { readonly offset: number; readonly size: number };

/** What the locator asks of version 3 of locations. All reject with SearchFailed, or with the signal's reason. */
export interface LocationsApi {
  /** getWorkCentres */
  readonly workCentres: (query: WorkCentreQuery, signal?: AbortSignal) => Promise<WorkCentresAnswer>;
  /** getWorkCentreByID */
  readonly workCentre: (id: string, signal?: AbortSignal) => Promise<ShownWorkCentre>;
  /** getWorkCentreByID, as it was answered. */
  readonly workCentreJson: (id: string) => Promise<unknown>;
  /** All of getOperationalCapabilities. */
  readonly capabilities: () => Promise<readonly ListedCapability[]>;
}
