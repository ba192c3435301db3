import { readFileSync } from 'node:fs';
import { escapeHtml } from '../layout/html.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { type Article, article } from './markdown.ts';

/** The guides in the order in which a newcomer reads them, by the names of their files. */
export const guideNames = [
  'geographic-search',
  'paging',
  'hours',
  'export',
  'bills',
  'errors',
  'browser-keys',
  'personal-data',
  'from-v2-to-v3',
] as const;

/** The Markdown of a text beside the guides. */
export const markdownOf = (name: string): string =>
  readFileSync(new URL(`../guides/${name}.md`, import.meta.url), 'utf8');

interface Guide extends Article {
  readonly path: string;
}

const listOf = (listed: readonly Guide[], current: string): string =>
  `<nav class="guide-list" aria-label="Guides"><h2>Guides</h2><ul>${listed
    .map(
      ({ path, title }) =>
        `<li><a href="${path}"${path === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
    )
    .join('')}</ul></nav>`;

/** Every guide. */
export const guides = (): readonly Guide[] =>
  guideNames.map((name) => ({ path: `/guides/${name}/`, ...article(markdownOf(name)) }));

/** HTML: what each guide is about, and the way to it. */
export const guideCards = (listed: readonly Guide[]): string => `<ul class="reading-list">
${listed.map(({ path, title, lead }) => `<li class="card"><h3><a href="${path}">${escapeHtml(title)}</a></h3><p>${escapeHtml(lead)}</p></li>`).join('\n')}
</ul>`;

const overview = (listed: readonly Guide[]): PortalPage => ({
  path: '/guides/',
  title: 'Guides',
  description:
    'How to search, page, export, show hours, validate bills, and handle errors and personal data.',
  content: `<h1>Guides</h1>\n<h2 class="visually-hidden">All guides</h2>\n${guideCards(listed)}`,
});

/** A page for each guide, and one that lists them. */
export const guidePages = (): readonly PortalPage[] => {
  const all = guides();
  return [
    overview(all),
    ...all.map(({ path, title, lead, html }) => ({
      path,
      title,
      description: lead,
      content: `<div class="guide">\n${listOf(all, path)}\n<article class="article">\n${html}</article>\n</div>`,
    })),
  ];
};

/** What changed for those who call the services. */
export const changelogPage = (): PortalPage => {
  const { title, lead, html } = article(markdownOf('changelog'));
  return {
    path: '/changelog/',
    title,
    description: lead,
    content: `<article class="article changelog">\n${html}</article>`,
  };
};
