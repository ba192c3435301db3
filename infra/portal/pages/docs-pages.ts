import { escapeHtml } from '../layout/html.ts';
import { type NavigationGroup, neighbours, sidebar } from '../layout/navigation.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { type Guide, guideSections, readGuides } from './guides.ts';
import { renderInline, renderMarkdown } from './markdown.ts';

/** The overview of the documentation, a page for each guide, the changelog, and the support page. */
export const docsPages = (): readonly PortalPage[] => {
  const guides = readGuides();
  const groups = groupsOf(guides);
  const inOrder = groups.flatMap(({ links }) => links);
  return [
    overview(groups),
    ...guides.map((guide) =>
      guide.section
        ? {
            ...textPage(guide, guideSections[guide.section]),
            content: `${article(guide)}\n${neighbours(inOrder, guide.path)}`,
            sidebar: sidebar('Documentation', groups, guide.path),
          }
        : textPage(guide, guide.title),
    ),
  ];
};

interface GuideGroup extends NavigationGroup {
  readonly links: readonly Guide[];
}

const groupsOf = (guides: readonly Guide[]): readonly GuideGroup[] =>
  Object.entries(guideSections)
    .map(([name, title]) => ({ title, links: guides.filter(({ section }) => section === name) }))
    .filter(({ links }) => links.length > 0);

const overview = (groups: readonly GuideGroup[]): PortalPage => ({
  path: '/docs/',
  title: 'Documentation',
  description: 'Guides to the three services: concepts, locations, bills, reliability, recipes and SDKs.',
  section: 'Docs',
  sidebar: sidebar('Documentation', groups, '/docs/'),
  content: `<h1>Documentation</h1>
${groups
  .map(
    ({ title, links }) => `<h2>${escapeHtml(title)}</h2>
<dl class="guide-list">
${links.map(({ path, title: name, outcome }) => `<div><dt><a href="${path}">${escapeHtml(name)}</a></dt><dd>${renderInline(outcome)}</dd></div>`).join('\n')}
</dl>`,
  )
  .join('\n')}`,
});

const textPage = (guide: Guide, section: string): PortalPage => {
  const { headings, sections } = renderMarkdown(guide.body);
  return {
    path: guide.path,
    title: guide.title,
    description: guide.outcome.replaceAll('`', ''),
    content: article(guide),
    headings,
    section,
    searchTexts: sections,
    markdown: markdownOf(guide),
  };
};

const article = (guide: Guide): string => {
  const section = guide.section
    ? `<a href="/docs/">Docs</a> <span aria-hidden="true">/</span> ${guideSections[guide.section]}`
    : '';
  const before = guide.before
    ? `<aside class="before" aria-labelledby="before-you-start"><h2 id="before-you-start">Before you start</h2><p>${renderInline(guide.before)}</p></aside>`
    : '';
  return `<article class="article">
${section && `<p class="breadcrumb">${section}</p>`}
<h1>${escapeHtml(guide.title)}</h1>
<p class="lead">${renderInline(guide.outcome)}</p>
<p class="page-tools"><a href="${guide.path}index.md" data-copy-page>View as Markdown</a></p>
${before}
${renderMarkdown(guide.body).html}
</article>`;
};

const markdownOf = ({ title, outcome, before, body }: Guide): string =>
  `# ${title}\n\n${outcome}\n\n${before ? `**Before you start**: ${before}\n\n` : ''}${body}\n`;
