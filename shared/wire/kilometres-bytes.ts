import { metresOf } from './rounded-kilometres.ts';

const zero = '0'.charCodeAt(0);
const decimalPoint = '.'.charCodeAt(0);

/** The highest power of ten that a whole number has a digit for. */
const powerOf = (whole: number): number => {
  let power = 1;
  while (power * 10 <= whole) power *= 10;
  return power;
};

const digitsOf = (whole: number): number => {
  let digits = 1;
  for (let power = 10; power <= whole; power *= 10) digits++;
  return digits;
};

/** Digits behind the decimal point, and that itself. */
const fractionLength = (metres: number): number => {
  if (metres === 0) return 0;
  if (metres % 10 !== 0) return 4;
  return metres % 100 === 0 ? 2 : 3;
};

/** How many bytes writeKilometres writes. */
export const kilometresLength = (kilometres: number): number => {
  const metres = metresOf(kilometres);
  const whole = Math.floor(metres / 1000);
  return digitsOf(whole) + fractionLength(metres - whole * 1000);
};

/** Writes a distance as JSON has it, kilometres to the metre, from `start` on, and says where it ends. */
export const writeKilometres = (kilometres: number, into: Uint8Array, start: number): number => {
  const metres = metresOf(kilometres);
  const whole = Math.floor(metres / 1000);
  let at = start;
  let rest = whole;
  for (let power = powerOf(whole); power >= 1; power /= 10) {
    const digit = Math.floor(rest / power);
    into[at++] = zero + digit;
    rest -= digit * power;
  }
  rest = metres - whole * 1000;
  if (rest > 0) into[at++] = decimalPoint;
  for (let power = 100; rest > 0; power /= 10) {
    const digit = Math.floor(rest / power);
    into[at++] = zero + digit;
    rest -= digit * power;
  }
  return at;
};
