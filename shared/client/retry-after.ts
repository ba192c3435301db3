/**
 * The milliseconds that an answer asks to wait (RFC 9110, 10.2.3), in seconds or as a date; undefined where it asks
 * nothing that can be read. `now` is in milliseconds of the epoch.
 */
export const retryAfterMilliseconds = (headers: Headers, now: number): number | undefined => {
  const asked = headers.get('retry-after')?.trim();
  if (asked === undefined || asked === '') return undefined;
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const date = /[a-z]/i.test(asked) ? Date.parse(asked) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
};
