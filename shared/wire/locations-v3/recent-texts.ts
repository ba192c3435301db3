/** Returns the cached text for a source and a manner, or makes it. */
export type RecentTexts = (source: string, manner: string, make: () => string) => string;

type TextsBySource = Map<string, Map<string, string>>;

/** Copies a text, as a slice would keep the long line it comes from in memory. Takes well-formed Unicode. */
const detached = (text: string): string => Buffer.from(text).toString();

/** Returns the texts of a source, by manner. */
const textsOf = (source: string, texts: TextsBySource): Map<string, string> => {
  const known = texts.get(source);
  if (known !== undefined) return known;
  const none = new Map<string, string>();
  texts.set(detached(source), none);
  return none;
};

/**
 * Creates a cache of texts by source and manner, of at most `mostCharacters` in sources and texts together. It has two
 * generations: when the younger holds half of the characters it becomes the older, and texts not used until the next
 * change are dropped. Sources must be well-formed Unicode.
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
