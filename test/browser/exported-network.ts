import { createWaypostClient } from '../../shared/client/index.ts';

/** Searchable properties of a work centre. */
export interface ExportedPlace {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly lat: number;
  readonly lon: number;
  /** Postcodes of all its addresses. */
  readonly postcodes: readonly string[];
  /** Ids of its operational capabilities. */
  readonly services: readonly string[];
}

/** Returns a stack's whole network. */
export const exportedNetwork = async (baseUrl: string, key: string): Promise<readonly ExportedPlace[]> => {
  const all = await Array.fromAsync(createWaypostClient({ baseUrl, key }).workCentres());
  return all.map(({ id, type, attributes, location }) => ({
    ...{ id, type, name: attributes.business_long_name ?? attributes.business_name },
    ...{ lat: location.attributes.lat, lon: location.attributes.lon },
    postcodes: location.addresses.flatMap((address) => address.attributes.postcode || []),
    services: attributes.operational_capabilities?.map((each) => each.id) ?? [],
  }));
};
