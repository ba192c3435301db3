/** Values that are known at a time; with the next, all are told anew. */
const most = 500;

/**
 * Numbers values that come again and again, so that they are told once and then named: `tell` is given each that is
 * not known yet.
 */
export const toldValues = <Value extends object | string>(tell: (number: number, value: Value) => void) => {
  const numbers = new Map<Value, number>();
  return (value: Value): number => {
    const known = numbers.get(value);
    if (known !== undefined) return known;
    if (numbers.size >= most) numbers.clear();
    const number = numbers.size;
    numbers.set(value, number);
    tell(number, value);
    return number;
  };
};
