import { type Content, element } from './dom.ts';

/** Creates a section with a heading. */
export const section = (title: string, ...contents: readonly Content[]): HTMLElement => {
  const id = `section-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return element(
    'section',
    { class: 'card', 'aria-labelledby': id },
    element('h2', { id }, title),
    ...contents,
  );
};

export const code = (text: string): HTMLElement => element('code', {}, text);

/** Creates a table, or a sentence if there are no rows. Wide tables scroll, also with the keyboard. */
export const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Content[])[],
  none: string,
): HTMLElement => {
  if (rows.length === 0) return element('p', { class: 'none' }, none);
  const cells = (row: readonly Content[]) => row.map((cell) => element('td', {}, cell));
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    element(
      'table',
      {},
      element('caption', { class: 'visually-hidden' }, caption),
      element(
        'thead',
        {},
        element('tr', {}, ...headings.map((heading) => element('th', { scope: 'col' }, heading))),
      ),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...cells(row)))),
    ),
  );
};

/** Creates a list of facts. */
export const facts = (entries: readonly (readonly [string, Content])[]): HTMLElement =>
  element(
    'dl',
    { class: 'facts' },
    ...entries.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
  );

export const list = (items: readonly Content[], className = ''): HTMLElement =>
  element('ul', { class: className || undefined }, ...items.map((item) => element('li', {}, item)));

/** Saves a text as a file. */
export const download = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  element('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
};
