interface Options {
  readonly class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

/** What stands in an element: text is never read as HTML. */
export type Content = Node | string | undefined;

/** An element with what stands in it. */
export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { class: className, attributes = {}, onClick }: Options,
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  if (onClick) made.addEventListener('click', onClick);
  made.append(...contents.filter((content) => content !== undefined));
  return made;
};

/** A button that does something, and sends no form. */
export const button = (text: string, onClick: () => void, className = 'button'): HTMLButtonElement =>
  element('button', { class: className, attributes: { type: 'button' }, onClick }, text);

/** The element of the page with this id. Throws where the page has none of this kind. */
export const onPage = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`the page has no ${kind.name} #${id}`);
};
