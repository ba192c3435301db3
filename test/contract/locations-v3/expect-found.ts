import { expect } from 'vitest';
import { workCentresResponse } from '../../../functions/locations-v3/contract.ts';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { codesWhere } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

/** Holds a search against the fixture's records: all that match, by id, on a first page of at most 100. */
export const expectFoundBy =
  (client: ServiceClient) =>
  async (query: string, matches: (record: FixtureLocation) => boolean): Promise<void> => {
    const wanted = codesWhere(matches);
    const { pagination, workcentres } = await client.get(
      `/workcentres?size=100&${query}`,
      workCentresResponse,
    );
    expect(pagination.total, query).toBe(wanted.length);
    expect(
      workcentres.map(({ id }) => id),
      query,
    ).toEqual(wanted.slice(0, 100));
  };
