import type { Html } from '../layout/html.ts';

/** Returns the first element that matches. Throws if there is none, or if it has another class. */
export const partOf = <Kind extends Element>(
  root: ParentNode,
  selector: string,
  kind: new () => Kind,
): Kind => {
  const found = root.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} ${selector}`);
};

/** Returns the element with an id. Throws if there is none, or if it has another class. */
export const onPage = <Kind extends Element>(id: string, kind: new () => Kind): Kind =>
  partOf(document, `#${id}`, kind);

/** Returns the result, or undefined if `use` throws, as storage does in browsers that block it. */
export const tryTo = <T>(use: () => T): T | undefined => {
  try {
    return use();
  } catch {
    return undefined;
  }
};

let region: HTMLElement | undefined;

/** Announces a short text to screen readers. */
export const announce = (text: string): void => {
  region ??= document.body.appendChild(document.createElement('div'));
  Object.assign(region, { className: 'visually-hidden', role: 'status', textContent: text });
};

/** Fetches a file. Rejects if it cannot be loaded. */
export const fetchFile = async (address: string, signal?: AbortSignal): Promise<Response> => {
  const response = await fetch(address, { signal: signal ?? null });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return response;
};

/** Fetches JSON. Rejects if it cannot be loaded or parsed. */
export const fetchJson = async (address: string, signal?: AbortSignal): Promise<unknown> =>
  (await fetchFile(address, signal)).json();

/** `1 place`, `5,374 places`. */
export const countOf = (count: number, noun: string): string =>
  `${count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;

export const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Calls `use` now and after changes. `isDark` is the visitor's preference or, by default, the system's. */
export const followTheme = (use: (isDark: boolean) => void): void => {
  const darkScheme = matchMedia('(prefers-color-scheme: dark)');
  const tell = () => {
    const { theme } = document.documentElement.dataset;
    use(theme === 'dark' || (theme !== 'light' && darkScheme.matches));
  };
  new MutationObserver(tell).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  darkScheme.addEventListener('change', tell);
  tell();
};

/** Whether a keyboard event is input for a field. */
export const isTyping = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, select, textarea'));

const contents = new WeakMap<Element, string>();

/** Sets content that nothing else changes. Skips unchanged content, which screen readers would announce again. */
export const setContent = (element: Element, { text }: Html): void => {
  if (contents.get(element) === text) return;
  contents.set(element, text);
  element.innerHTML = text;
};

/** Redraws a part. Keeps the focus on the element with the same id or text, and expanded details expanded. */
export const keepFocus = (part: HTMLElement, draw: () => void): void => {
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
  const keyOf = (element: Element) =>
    element.id || element.getAttribute('aria-describedby') || element.ariaLabel || element.textContent;
  const titleOf = (details: Element) => details.querySelector('summary')?.textContent;
  const unfolded = new Set([...part.querySelectorAll('details[open]')].map(titleOf));
  draw();
  for (const details of part.querySelectorAll('details'))
    if (unfolded.has(titleOf(details))) details.open = true;
  if (!focused) return;
  const alike = [...part.querySelectorAll<HTMLElement>(focused.tagName)];
  const same = alike.find((each) => keyOf(each) === keyOf(focused));
  (same ?? part.querySelector('h2'))?.focus({ preventScroll: true });
};

/** Returns a function that returns a new signal, and aborts the previous one. */
export const successiveSignals = (): (() => AbortSignal) => {
  let current = new AbortController();
  return () => {
    current.abort();
    current = new AbortController();
    return current.signal;
  };
};
