import type { Capability } from '../capability/capability.ts';
import type { Location } from './location.ts';

/** The whole network as it is stored at one time: what a publication is made of. */
export interface Network {
  /** Ordered by location code. */
  readonly locations: readonly Location[];
  /** Ordered by service code. */
  readonly capabilities: readonly Capability[];
  /** Stored rows that are no record, and so belong to neither. */
  readonly skippedRows: number;
}

/** The network cannot be as it was read: publishing it would take away what is there. */
export class ImplausibleNetwork extends Error {
  override readonly name = 'ImplausibleNetwork';
}

/** Single bad rows are left out; when this share is bad, something has happened to the tables or to the schema. */
const largestBadShare = 0.1;

/** Throws ImplausibleNetwork where what was read should not replace a network of `formerLocations`. */
export const refuseImplausible = (network: Network, formerLocations: number): void => {
  const { locations, capabilities, skippedRows } = network;
  if (locations.length === 0 && formerLocations > 0) {
    throw new ImplausibleNetwork(`there are no locations, and ${formerLocations} are published`);
  }
  const rows = locations.length + capabilities.length + skippedRows;
  if (skippedRows > rows * largestBadShare) {
    throw new ImplausibleNetwork(`${skippedRows} of ${rows} rows are no records`);
  }
};
