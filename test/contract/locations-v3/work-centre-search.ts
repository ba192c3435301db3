import { expect } from 'vitest';
import {
  sparseWorkCentreResponse,
  sparseWorkCentresResponse,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import type { FixtureLocation } from '../../support/fixture/fixture-network.ts';
import { codesWhere } from '../../support/fixture/fixture-oracle.ts';
import type { ServiceClient } from '../service-client.ts';

/** Searches for work centres, with 100 on a page. */
export const workCentreSearch = (client: ServiceClient) => {
  const search = (query: string) => client.get(`/workcentres?size=100&${query}`, workCentresResponse);
  const idsIn = async (query: string) => (await search(query)).workcentres.map(({ id }) => id);
  /** Expects exactly these ids. Checks the first 100, in order, and the total. */
  const expectIds = async (query: string, ids: readonly string[]): Promise<void> => {
    const { pagination, workcentres } = await search(query);
    const found = { total: pagination.total, ids: workcentres.map(({ id }) => id) };
    expect(found, query).toEqual({ total: ids.length, ids: ids.slice(0, 100) });
  };
  /** Expects exactly the matching records of the fixture. */
  const expectFound = (query: string, matches: (record: FixtureLocation) => boolean) =>
    expectIds(query, codesWhere(matches));
  /** Searches for work centres of which `fields` selects members. */
  const sparse = (query: string) => client.get(`/workcentres?${query}`, sparseWorkCentresResponse);
  /** Returns the members of one work centre that `fields` selects. */
  const sparseOf = async (id: string, query: string) =>
    (await client.get(`/workcentres/${id}?${query}`, sparseWorkCentreResponse)).workcentres[0];
  return { search, idsIn, expectIds, expectFound, sparse, sparseOf };
};
