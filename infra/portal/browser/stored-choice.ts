/** Returns a choice that this browser remembers for the whole portal, such as the language of samples. */
export const readChoice = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`waypost.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a choice; undefined forgets it. A browser that stores nothing forgets it with the page. */
export const storeChoice = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(`waypost.${name}`);
    else localStorage.setItem(`waypost.${name}`, value);
  } catch {
    // Nothing can be stored.
  }
};
