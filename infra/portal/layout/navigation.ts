import { escapeHtml } from './html.ts';
import type { PageHeading, PortalPage } from './portal-page.ts';

/** Link of a navigation. */
export interface NavigationLink extends Pick<PortalPage, 'path' | 'title'> {}

/** Links below a heading. */
export interface NavigationGroup {
  readonly title: string;
  readonly links: readonly NavigationLink[];
}

/** Navigation beside a page, to the other pages of its part of the portal. It can be folded on small screens. */
export const sidebar = (label: string, groups: readonly NavigationGroup[], current: string): string => {
  const lists = groups.map(
    ({ title, links }) =>
      `<p class="group">${escapeHtml(title)}</p><ul class="plain-list">${links.map((link) => `<li>${linkTo(link, current)}</li>`).join('')}</ul>`,
  );
  return `<nav class="sidebar" aria-label="${escapeHtml(label)}"><details open data-unfold="60rem"><summary>${escapeHtml(label)}</summary>
${lists.join('\n')}
</details></nav>`;
};

/** Returns the list of the headings of a page; an empty string if there are fewer than two. */
export const contentsList = (headings: readonly PageHeading[]): string => {
  if (headings.length < 2) return '';
  const items = headings.map(
    ({ id, text, depth }) =>
      `<li${depth > 2 ? ' class="deep"' : ''}><a href="#${id}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details open data-unfold="80rem"><summary>On this page</summary><ul class="plain-list">${items.join('')}</ul></details></nav>`;
};

/** Links to the pages before and after a page in reading order. */
export const neighbours = (links: readonly NavigationLink[], current: string): string => {
  const at = links.findIndex(({ path }) => path === current);
  const link = (to: NavigationLink | undefined, rel: 'prev' | 'next', label: string) =>
    to
      ? `<a rel="${rel}" href="${to.path}"><span class="small muted">${label}</span> ${escapeHtml(to.title)}</a>`
      : '<span></span>';
  const previous = at > 0 ? links[at - 1] : undefined;
  return `<nav class="row neighbours" aria-label="Previous and next page">${link(previous, 'prev', 'Previous')}${link(links[at + 1], 'next', 'Next')}</nav>`;
};

const linkTo = ({ path, title }: NavigationLink, current: string): string =>
  `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;
