import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { Finding } from '../checks.ts';

/** Locations of the fixture in the order in which lists without a search point return them. */
export const inOrder: readonly FixtureLocation[] = fixtureNetwork.locations.toSorted((one, other) =>
  one.location_code < other.location_code ? -1 : 1,
);

const byCode = new Map(inOrder.map((record) => [record.location_code, record]));

/** Returns the fixture's record for an item of a response. Throws Finding if there is none. */
export const recordShown = (code: string): FixtureLocation => {
  const record = byCode.get(code);
  if (record === undefined) throw new Finding(`location: expected one of the network, got ${code}`);
  return record;
};
