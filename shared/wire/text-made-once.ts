/**
 * Caches the text that `make` returns for a record as long as the record lives. Records of a catalogue never change.
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
