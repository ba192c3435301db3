type Attributes = Readonly<Record<string, string | boolean | undefined | (() => void)>>;

/** Content of an element. Text is never read as HTML. */
export type Content = Node | string | false | undefined;

/**
 * Creates an element. Attributes that are true have no value, and those that are false or undefined are left out;
 * `onclick` is the listener of clicks.
 */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] => {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') created.addEventListener('click', value);
    else if (value !== undefined && value !== false)
      created.setAttribute(attribute, value === true ? '' : value);
  }
  created.append(...contents.filter((content) => content !== undefined && content !== false));
  return created;
};

/** Creates a button. */
export const button = (
  attributes: Attributes & { readonly onclick: () => void },
  ...contents: readonly Content[]
): HTMLButtonElement => element('button', { type: 'button', ...attributes }, ...contents);

/** Returns the element of the page with an id. Throws if the page has none of this class. */
export const onPage = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} #${id}`);
};

/**
 * Keeps the focus while a part of the page is drawn again, on the element with the same id or the same text, and what is
 * unfolded.
 */
export const keepFocus = (part: HTMLElement, draw: () => void): void => {
  const focused = part.contains(document.activeElement) ? document.activeElement : undefined;
  const keyOf = ({ id, ariaLabel, textContent, attributes }: Element) =>
    id || attributes.getNamedItem('aria-describedby')?.value || ariaLabel || textContent;
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

/** Creates an icon of the page's sprite. */
export const icon = (name: string, className = 'icon'): SVGSVGElement => {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('class', className);
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(namespace, 'use');
  use.setAttribute('href', `#${name}`);
  svg.append(use);
  return svg;
};

/** State of a page, and those who follow it. */
export interface Store<State extends object> {
  get(): State;
  /** Replaces members, and calls the followers if any of them differs. */
  set(changes: Partial<State>): void;
  /** Calls back after each change, with the previous state. */
  follow(follower: (state: State, previous: State) => void): void;
}

export const createStore = <State extends object>(first: State): Store<State> => {
  const followers: ((state: State, previous: State) => void)[] = [];
  let state = first;
  return {
    get: () => state,
    set(changes) {
      const previous = state;
      state = { ...state, ...changes };
      for (const follower of followers) follower(state, previous);
    },
    follow: (follower) => void followers.push(follower),
  };
};

/** Whether the visitor asked for less motion. */
export const isMotionReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
