import { byCodeUnit } from '../../code-unit-order.ts';
import type { Location } from '../location.ts';

/** Compares locations by code, the order of every list without a search point. */
export const byLocationCode = (one: Location, other: Location): number =>
  byCodeUnit(one.locationCode, other.locationCode);
