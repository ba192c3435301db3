import type { LocationType } from '../location.ts';

/**
 * Filter of locations. Values of one criterion are alternatives (except `allAddressTypes`); criteria narrow each other;
 * an absent criterion allows all, an empty one matches nothing.
 */
export interface LocationFilter {
  readonly types?: ReadonlySet<LocationType>;
  readonly usageTypes?: ReadonlySet<string>;
  readonly serviceCodes?: ReadonlySet<number>;
  readonly workCentreIds?: ReadonlySet<string>;
  readonly accessRestrictionCodes?: ReadonlySet<string>;
  readonly locationTypeCodes?: ReadonlySet<string>;
  /** Postcodes, matched by any address. */
  readonly postcodes?: ReadonlySet<string>;
  /** Delivery point identifiers, matched by any address. */
  readonly deliveryPointIds?: ReadonlySet<string>;
  readonly anyAddressTypes?: ReadonlySet<string>;
  readonly allAddressTypes?: ReadonlySet<string>;
}
