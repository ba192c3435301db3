import { boundedMemory } from '../../bounded-memory.ts';

const zoneOf = (name: string): string | undefined => {
  if (!/^[A-Za-z]/.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
};

/** Whether the name is an IANA time zone, in any case; a bare offset such as +10:00 is not. */
export const isTimeZone = (name: string): boolean => zoneOf(name) !== undefined;

/** Word of an IANA name: `Sydney`, `DeNoronha`, `NSW`, `GMT+10`, `EST5EDT`. */
const word = '(?:(?:[A-Z][a-z]+)+|[A-Z]+[0-9]*[A-Z]*(?:[+-][0-9]+)?)';
const ianaLetters = new RegExp(`^${word}(?:[/_-](?:${word}|of))*$`);

const inIanaLetters = (name: string): string | undefined => {
  const zone = zoneOf(name);
  if (zone?.toLowerCase() === name.toLowerCase()) return zone;
  return zone !== undefined && ianaLetters.test(name) ? name : undefined;
};

/** Maximum number of cached names; IANA has some six hundred. */
const mostNames = 1_000;
const known = boundedMemory<string, string>(mostNames);

/**
 * Returns the IANA name of a time zone in IANA's own case; undefined if there is no such zone. An alias such as
 * Australia/NSW stays as it is, but must have its capitals, as Intl names the zone of an alias alone.
 */
export const timeZoneName = (name: string): string | undefined => {
  const before = known.get(name);
  if (before !== undefined) return before;
  const found = inIanaLetters(name);
  if (found !== undefined) known.add(name, found, 1);
  return found;
};
