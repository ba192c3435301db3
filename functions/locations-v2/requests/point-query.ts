import type { LocationFilter } from '../../../shared/domain/location/catalogue/location-filter.ts';
import { type LocationType, locationType } from '../../../shared/domain/location/location.ts';
import { listParam, textItem, textParam } from '../../../shared/http/query-params.ts';
import { isServedPartner } from '../views/partner.ts';

/** Query parameters that every operation on points takes. */
export const usageQuery = {
  pc: textParam(),
  usage_types: listParam(textItem()),
};

/** Query parameters of operations that find points of several types. */
export const pointQuery = {
  ...usageQuery,
  types: listParam(locationType),
};

interface PointQuery {
  readonly pc?: string | undefined;
  readonly usage_types?: ReadonlySet<string> | undefined;
  readonly types?: ReadonlySet<LocationType> | undefined;
}

const matchesNothing: LocationFilter = { types: new Set() };

/** Turns the common query parameters into a filter. */
export const toFilter = ({ pc, usage_types, types }: PointQuery): LocationFilter =>
  isServedPartner(pc) ? { usageTypes: usage_types, types } : matchesNothing;
