const hour = 60 * 60 * 1_000;
const millisecondsOf = { h: hour, d: 24 * hour } as const;
const longestDays = 90;

const form = /^(?<count>\d{1,4})(?<unit>[hd])$/;

/** How long two keys are good beside each other, in milliseconds: `7d`, `12h`, `0d`. Throws RangeError with what is wrong. */
export const parseOverlap = (text: string): number => {
  const { count, unit } = form.exec(text)?.groups ?? {};
  if (count === undefined) throw new RangeError('Expected days (7d) or hours (12h)');
  const overlap = Number(count) * millisecondsOf[unit === 'h' ? 'h' : 'd'];
  if (overlap > longestDays * millisecondsOf.d)
    throw new RangeError(`Expected at most ${longestDays} days: a key that is being replaced must end`);
  return overlap;
};
