/** Gives the text that was made lately of a source in a manner, else makes it. */
export type RecentTexts = (source: string, manner: string, make: () => string) => string;

type TextsBySource = Map<string, Map<string, string>>;

/**
 * A copy of its own: a source is a slice of a long line, which would be held in memory for as long as the slice is.
 * Takes well-formed Unicode.
 */
const detached = (text: string): string => Buffer.from(text).toString();

/** The texts of a source, by manner. */
const textsOf = (source: string, texts: TextsBySource): Map<string, string> => {
  const known = texts.get(source);
  if (known !== undefined) return known;
  const none = new Map<string, string>();
  texts.set(detached(source), none);
  return none;
};

/**
 * Remembers texts by the source that they are made of and by the manner, at most `mostCharacters` of both. There are
 * two generations: when the younger has had half of the characters it becomes the older, and what nobody asks for
 * from then on is forgotten with the next change. Sources must be well-formed Unicode.
 */
export const recentTexts = (mostCharacters: number): RecentTexts => {
  let younger: TextsBySource = new Map();
  let older: TextsBySource = new Map();
  let characters = 0;

  const remember = (source: string, manner: string, text: string): void => {
    const added = source.length + text.length;
    if (added > mostCharacters / 2) return;
    if (characters + added > mostCharacters / 2) {
      older = younger;
      younger = new Map();
      characters = 0;
    }
    textsOf(source, younger).set(manner, text);
    characters += added;
  };

  return (source, manner, make) => {
    const known = younger.get(source)?.get(manner);
    if (known !== undefined) return known;
    const text = older.get(source)?.get(manner) ?? make();
    remember(source, manner, text);
    return text;
  };
};
