const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A whole number as people write it: 21,000. */
export const wholeText = (value: number): string => grouped.format(value);

/** Three digits that count, and no more. */
export const shortNumber = (value: number): string => {
  if (!Number.isFinite(value)) return 'n/a';
  return Math.abs(value) >= 100 ? wholeText(value) : String(Number(value.toPrecision(3)));
};

/** Microseconds in the unit that suits them; what has another unit keeps it. */
export const amountText = (value: number, unit: string): string => {
  if (unit !== 'µs') return `${shortNumber(value)} ${unit}`;
  if (value >= 1e6) return `${shortNumber(value / 1e6)} s`;
  return value >= 1_000 ? `${shortNumber(value / 1_000)} ms` : `${shortNumber(value)} µs`;
};
