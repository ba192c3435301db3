import * as z from 'zod/mini';

/** Format of version names, which sort by time: UTC to the millisecond, then six random hex digits. */
export const publicationVersionPattern = /^\d{8}T\d{9}Z-[0-9a-f]{6}$/;
export const publicationVersion = z.string().check(z.regex(publicationVersionPattern));

const timeText = (epochMilliseconds: number): string =>
  new Date(epochMilliseconds).toISOString().replace(/[-:.]/g, '');

/** Returns the time in a version's name, in epoch milliseconds; NaN for any other string. */
export const timeOfVersion = (version: string): number => {
  const [, day, hour, minute, second, millisecond] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z/.exec(version) ?? [];
  if (day === undefined) return Number.NaN;
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  return Date.parse(`${date}T${hour}:${minute}:${second}.${millisecond}Z`);
};

/**
 * Creates a version name that is greater than the previous one, such as `20261121T005810123Z-4f2a9c`. If the clock was
 * set back, the new version is one millisecond later than the previous one.
 */
export const versionAfter = (
  previous: string | undefined,
  epochMilliseconds: number,
  randomHex: string,
): string => {
  const next =
    previous === undefined ? epochMilliseconds : Math.max(epochMilliseconds, timeOfVersion(previous) + 1);
  return `${timeText(next)}-${randomHex}`;
};
