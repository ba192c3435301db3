const metresOf = (kilometres: number): number => Math.round(kilometres * 1000);

/** Removes ending zeros from three digits: `000` becomes empty, `120` becomes `12`. */
const withoutEndingZeros = (digits: string): string => {
  if (!digits.endsWith('0')) return digits;
  return digits.endsWith('00') ? digits.slice(0, 1) : digits.slice(0, 2);
};

const fractionText = (metres: number): string =>
  metres === 0 ? '' : `.${withoutEndingZeros(String(1000 + metres).slice(1))}`;

/** Caches the text of each whole number, of which there are some thousands at most. */
const textsOfNumbers = (make: (number: number) => string): ((number: number) => string) => {
  const texts: string[] = [];
  return (number) => {
    const known = texts[number];
    if (known !== undefined) return known;
    const text = make(number);
    texts[number] = text;
    return text;
  };
};

/**
 * Creates a function that writes a distance as JSON between two texts, to the metre. Built from cached texts of whole
 * kilometres and metres, as formatting a fraction weighs on the hot path; half the Earth's circumference bounds the one
 * cache, 1,000 the other.
 */
export const kilometresBetween = (before: string, after: string): ((kilometres: number) => string) => {
  const beginning = textsOfNumbers((whole) => `${before}${whole}`);
  const end = textsOfNumbers((fraction) => `${fractionText(fraction)}${after}`);
  return (kilometres) => {
    const metres = metresOf(kilometres);
    const fraction = metres % 1000;
    return beginning((metres - fraction) / 1000) + end(fraction);
  };
};

/** Formats a distance in kilometres, given unrounded, as JSON to the metre. */
export const kilometresText = kilometresBetween('', '');
