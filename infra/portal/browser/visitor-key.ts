/** Where the browser keeps a tab's own things. */
type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const item = 'waypost.auth-key';

/** The key that the visitor's requests carry. */
export interface VisitorKey {
  /** Undefined where there is none. */
  read(): string | undefined;
  /** Forgets the key where the text is empty or only spaces. */
  write(key: string): void;
  /** Calls back with each key that is written from now on by this page; undefined where it is forgotten. */
  onChange(listener: (key: string | undefined) => void): void;
}

/**
 * The visitor's key, kept for the tab alone and gone with it: never in the address, which is shared and logged, nor in
 * a cookie, which would be sent. Where the browser refuses to store anything it lives as long as the page.
 */
export const visitorKey = (storage: () => TabStorage = () => sessionStorage): VisitorKey => {
  const listeners: ((key: string | undefined) => void)[] = [];
  let held: string | undefined;
  const stored = <T>(use: (storage: TabStorage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  const read = () => held ?? stored((tab) => tab.getItem(item)) ?? undefined;
  return {
    read,
    write: (text) => {
      const key = text.trim();
      held = key || undefined;
      stored((tab) => (key ? tab.setItem(item, key) : tab.removeItem(item)));
      for (const listener of listeners) listener(held);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
};
