const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** From the largest; each goes down to where the number in the next smaller one still tells more. */
const units = [
  { unit: 'days', from: 2 * day, milliseconds: day },
  { unit: 'hours', from: 2 * hour, milliseconds: hour },
  { unit: 'minutes', from: 2 * minute, milliseconds: minute },
  { unit: 'seconds', from: second, milliseconds: second },
] as const;

const longDuration = new Intl.DurationFormat('en', { style: 'long' });

/** A time in one unit: `3 minutes`, `90 seconds`. */
export const durationInWords = (milliseconds: number): string => {
  const found = units.find(({ from }) => milliseconds >= from);
  if (!found) return 'less than a second';
  return longDuration.format({ [found.unit]: Math.floor(milliseconds / found.milliseconds) });
};

/** How long ago an instant was, or how soon it will be. */
export const distanceInWords = (instant: Date, now: Date): string => {
  const milliseconds = instant.getTime() - now.getTime();
  return milliseconds > 0 ? `in ${durationInWords(milliseconds)}` : `${durationInWords(-milliseconds)} ago`;
};

const sizes = [
  { unit: 'gigabyte', bytes: 1e9 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'kilobyte', bytes: 1e3 },
] as const;

/** A size in decimal units: `2.4 MB`. */
export const sizeInWords = (bytes: number): string => {
  const found = sizes.find((size) => bytes >= size.bytes);
  if (!found) return `${bytes} bytes`;
  const format = { style: 'unit', unit: found.unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat('en', format).format(bytes / found.bytes);
};

const grouped = new Intl.NumberFormat('en');

/** A count with its thousands set apart: `21,000`. */
export const countInWords = (count: number): string => grouped.format(count);

/** So many of what is named in the singular, whose plural ends with `s`: `1 location`, `21,000 locations`. */
export const countedInWords = (count: number, singular: string): string =>
  `${countInWords(count)} ${count === 1 ? singular : `${singular}s`}`;

/** So many events. */
export const eventsInWords = (count: number): string => countedInWords(count, 'event');
