import { type Html, html } from './html.ts';
import type { PageHeading, PortalPage } from './portal-page.ts';

/** Links below a heading. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly Pick<PortalPage, 'path' | 'title'>[];
}

/** Navigation beside a page, to the other pages of its part of the portal. It can be folded on small screens. */
export const sidebar = (label: string, groups: readonly NavigationGroup[], current: string): Html => {
  const link = ({ path, title }: NavigationGroup['links'][number]) =>
    html`<li><a href="${path}"${path === current && html` aria-current="page"`}>${title}</a></li>`;
  const lists = groups.map(
    ({ title, links }) => html`<p class="group">${title}</p><ul class="plain-list">${links.map(link)}</ul>`,
  );
  return html`<nav class="sidebar" aria-label="${label}"><details><summary>${label}</summary>${lists}</details></nav>`;
};

/** Returns the list of the headings of a page, if it has several. */
export const contentsList = (headings: readonly PageHeading[]): Html | false => {
  const items = headings.map(
    ({ id, text, depth }) => html`<li${depth > 2 && html` class="deep"`}><a href="#${id}">${text}</a></li>`,
  );
  return (
    items.length > 1 &&
    html`<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul class="plain-list">${items}</ul></details></nav>`
  );
};
