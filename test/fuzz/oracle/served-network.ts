import { type FixtureLocation, fixtureNetwork } from '../../support/fixture/fixture-network.ts';
import { Finding, must } from '../checks.ts';

/** The fixture in the order of every list without a search point. */
export const inOrder: readonly FixtureLocation[] = fixtureNetwork.locations.toSorted((one, other) =>
  one.location_code < other.location_code ? -1 : 1,
);

const byCode = new Map(inOrder.map((record) => [record.location_code, record]));

/** The record that an answer shows, which must be one of the fixture. Throws Finding. */
export const recordShown = (code: string): FixtureLocation => {
  const record = byCode.get(code);
  if (record === undefined) throw new Finding(`location: expected one of the network, got ${code}`);
  return record;
};

export const findRecord = (code: string): FixtureLocation | undefined => byCode.get(code);

/** Texts are the same whatever order their members were made in, and an absent member is no member. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );

/** That an answer says of something exactly what the data says. Throws Finding. */
export const mustEqual = (what: string, expected: unknown, got: unknown): void =>
  must(canonical(expected) === canonical(got), what, expected, got);
