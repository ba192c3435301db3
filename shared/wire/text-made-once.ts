/**
 * Gives what `make` makes of a record: made when it is first asked for, and kept for as long as the record is. Records
 * of a catalogue never change.
 */
export const textMadeOnce = <Of extends object>(make: (of: Of) => string): ((of: Of) => string) => {
  const texts = new WeakMap<Of, string>();
  return (of) => {
    const known = texts.get(of);
    if (known !== undefined) return known;
    const text = make(of);
    texts.set(of, text);
    return text;
  };
};
