const metresOf = (kilometres: number): number => Math.round(kilometres * 1000);

/** The last of three digits that say something: none of `000`, and `12` of `120`. */
const withoutEndingZeros = (digits: string): string => {
  if (!digits.endsWith('0')) return digits;
  return digits.endsWith('00') ? digits.slice(0, 1) : digits.slice(0, 2);
};

const fractionText = (metres: number): string =>
  metres === 0 ? '' : `.${withoutEndingZeros(String(1000 + metres).slice(1))}`;

/** The text of each whole number up to some thousands, made when it is first asked for. */
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
 * Gives a distance as JSON between two texts, put together from whole numbers: of a fraction JavaScript would look for
 * the shortest text that stands for it, which takes twice as long. There are no more kilometres than lead around the
 * half of the Earth, and no more metres than a kilometre has, so that both halves of the text are kept.
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

/** A distance in kilometres, unrounded, as JSON: kilometres to the metre. */
export const kilometresText = kilometresBetween('', '');
