import * as z from 'zod';

const exportedLine = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.object({
    business_name: z.string(),
    business_long_name: z.string().optional(),
    operational_capabilities: z.array(z.object({ id: z.string() })).default([]),
  }),
  location: z.object({
    attributes: z.object({ lat: z.number(), lon: z.number() }),
    addresses: z.array(z.object({ attributes: z.object({ postcode: z.string().optional() }) })),
  }),
});

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

const placeOf = (line: string): ExportedPlace => {
  const { id, type, attributes, location } = exportedLine.parse(JSON.parse(line));
  return {
    id,
    type,
    name: attributes.business_long_name ?? attributes.business_name,
    lat: location.attributes.lat,
    lon: location.attributes.lon,
    postcodes: location.addresses.flatMap(({ attributes: { postcode } }) => postcode ?? []),
    services: (attributes.operational_capabilities ?? []).map(({ id: service }) => service),
  };
};

/** Returns a stack's whole network from its export. */
export const exportedNetwork = async (url: string, key: string): Promise<readonly ExportedPlace[]> => {
  const link = await fetch(`${url}/locations/v3/export/workcentres?format=ndjson`, {
    headers: { 'AUTH-KEY': key },
    redirect: 'manual',
  });
  const file = await fetch(link.headers.get('location') ?? '');
  if (!file.ok) throw new Error(`the export was answered with ${link.status} and ${file.status}`);
  return (await file.text()).trimEnd().split('\n').map(placeOf);
};
