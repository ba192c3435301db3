import { withAddresses } from '../layout/code.ts';
import { html } from '../layout/html.ts';
import { contentsList, type PortalPage, sidebar } from '../layout/page.ts';
import { parseRequestBlock, requestMarkdown } from '../samples/request-block.ts';
import { besideTheApi } from '../settings.ts';
import { type Contacts, contactsMarkdown } from './contacts.ts';
import { type Guide, type GuideGroup, guideGroups, guideSections, readGuides } from './guides.ts';
import { plainText, renderInline, renderMarkdown, withoutSettings } from './markdown.ts';

/** Returns the overview of the documentation, a page for each guide, the changelog, and the support page. */
export const docsPages = (): readonly PortalPage[] => {
  const guides = readGuides();
  const groups = guideGroups(guides);
  return [overview(groups), ...guides.map((guide) => guidePage(guide, groups))];
};

const navigation = 'All guides';

const overview = (groups: readonly GuideGroup[]): PortalPage => ({
  path: '/docs/',
  title: 'Documentation',
  description: 'Guides to the three services: concepts, locations, bills, reliability, recipes and SDKs.',
  section: 'Docs',
  sidebar: sidebar(navigation, groups, '/docs/'),
  content: html`<h1>Documentation</h1>${groups.map(
    ({ title, links }) =>
      html`<h2>${title}</h2><ul class="article plain-list">${links.map(
        ({ path, title: name, outcome }) =>
          html`<li><p><b><a href="${path}">${name}</a></b><br><span class="muted">${renderInline(outcome)}</span></p></li>`,
      )}</ul>`,
  )}`,
});

const guidePage = (guide: Guide, groups: readonly GuideGroup[]): PortalPage => {
  const { title, section, path, outcome, before } = guide;
  const { html: content, sections } = renderMarkdown(guide.body, `guides/${guide.name}.md`);
  const breadcrumb =
    section &&
    html`<p class="small muted"><a href="/docs/">Docs</a> <span aria-hidden="true">/</span> ${guideSections[section]}</p>`;
  const box =
    before &&
    html`<aside class="notice before" aria-labelledby="before-you-start"><h2 id="before-you-start">Before you start</h2><p>${renderInline(before)}</p></aside>`;
  return {
    path,
    title,
    description: plainText(outcome),
    section: section ? guideSections[section] : title,
    sections,
    markdown: guideMarkdown(guide),
    ...(section && { sidebar: sidebar(navigation, groups, path) }),
    content: html`<article class="article">
<div class="intro">
${breadcrumb}
<h1>${title}</h1>
<p class="lead">${renderInline(outcome)}</p>
<p class="row small page-tools"><a href="${path}index.md" data-copy-page>View as Markdown</a></p>
${box}
</div>
${contentsList(sections)}
<div class="prose">
${content}
</div>
</article>`,
  };
};

/** Returns a guide as Markdown for other programs, with the curl samples and their responses. */
export const guideMarkdown = (
  { title, outcome, before, body }: Guide,
  contacts: Contacts = besideTheApi,
): string => {
  const start = before ? `**Before you start**: ${before}\n\n` : '';
  const withRequests = body.replaceAll(
    /^```request(.*)\n([\s\S]*?)^```$/gm,
    (_, info: string, text: string) => requestMarkdown(parseRequestBlock(info, text)),
  );
  const complete = withRequests.replace('```contacts\n```', () => contactsMarkdown(contacts));
  return withAddresses(withoutSettings(`# ${title}\n\n${outcome}\n\n${start}${complete}\n`));
};
