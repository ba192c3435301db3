const metresOf = (kilometres: number): number => Math.round(kilometres * 1000);

/** A distance as the wire shows it: kilometres to the metre. */
export const roundedKilometres = (kilometres: number): number => metresOf(kilometres) / 1000;

/** The last of three digits that say something: none of `000`, and `12` of `120`. */
const withoutEndingZeros = (digits: string): string => {
  if (!digits.endsWith('0')) return digits;
  return digits.endsWith('00') ? digits.slice(0, 1) : digits.slice(0, 2);
};

/**
 * The same as JSON, put together from whole numbers: of a fraction JavaScript would look for the shortest text that
 * stands for it, which takes twice as long.
 */
export const kilometresText = (kilometres: number): string => {
  const metres = metresOf(kilometres);
  const fraction = metres % 1000;
  const whole = String((metres - fraction) / 1000);
  return fraction === 0 ? whole : `${whole}.${withoutEndingZeros(String(1000 + fraction).slice(1))}`;
};
