import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { Finding, must } from '../checks.ts';

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

/** Serialises a value, independently of the order of members and of undefined members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** Checks that a part of a response equals the expected data. Throws Finding. */
export const mustEqual = (what: string, expected: unknown, got: unknown): void =>
  must(canonical(expected) === canonical(got), what, expected, got);
