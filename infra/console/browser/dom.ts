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
