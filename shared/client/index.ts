/** Client for partners. All exports of this module also run in browsers. */
export { CatalogueChanged } from './pages.ts';
export type { Fetch, RetrySettings } from './retrying-fetch.ts';
export {
  createWaypostClient,
  type Iteration,
  type LocationsV3Client,
  type OperationalCapability,
  type SparseWorkCentre,
  type WaypostClient,
  type WaypostClientSettings,
  type WorkCentre,
  type WorkCentreSearch,
} from './waypost-client.ts';
export { bodyOf, type Problem, WaypostError } from './waypost-error.ts';
