import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { Finding } from '../checks.ts';

/** Locations of the fixture in the order in which lists without a search point return them. */
export const inOrder: readonly FixtureLocation[] = fixtureNetwork.locations.toSorted((one, other) =>
  one.location_code < other.location_code ? -1 : 1,
);

const formerCodes = inOrder.flatMap(({ former_codes = [] }) => former_codes);

/** Ids of locations, of which every second is a former one, because few locations have any. */
export const sampleIds = inOrder.flatMap(({ location_code }, index) => [
  location_code,
  formerCodes[index % formerCodes.length] ?? location_code,
]);

const byCode = new Map(inOrder.map((record) => [record.location_code, record]));

/** Returns the fixture's record for an item of a response. Throws Finding if there is none. */
export const recordShown = (code: string): FixtureLocation => {
  const record = byCode.get(code);
  if (record === undefined) throw new Finding(`location: expected one of the network, got ${code}`);
  return record;
};
