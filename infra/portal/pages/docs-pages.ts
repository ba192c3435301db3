import { withAddresses } from '../layout/code.ts';
import { type Html, html } from '../layout/html.ts';
import { contentsList, type PortalPage, sidebar } from '../layout/page.ts';
import { recordedAnswerOf } from '../samples/recorded-answers.ts';
import { parseRequestBlock, requestMarkdown } from '../samples/request-block.ts';
import { besideTheApi } from '../settings.ts';
import { type Contacts, contactsMarkdown } from './contacts.ts';
import { type Guide, type GuideGroup, guideGroups, guideSections, readGuides } from './guides.ts';
import {
  plainText,
  type RenderedMarkdown,
  renderInline,
  renderMarkdown,
  withoutSettings,
} from './markdown.ts';

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
  const { title, section, path, body } = guide;
  const rendered = renderMarkdown(body, `guides/${guide.name}.md`);
  return {
    path,
    title,
    description: plainText(guide.outcome),
    section: section ? guideSections[section] : title,
    searchTexts: rendered.sections,
    markdown: markdownOf(guide),
    content: article(guide, rendered),
    ...(section && { sidebar: sidebar(navigation, groups, path) }),
  };
};

const article = (
  { title, section, outcome, before, path }: Guide,
  { html: content, headings }: RenderedMarkdown,
): Html => {
  const breadcrumb =
    section &&
    html`<p class="small muted"><a href="/docs/">Docs</a> <span aria-hidden="true">/</span> ${guideSections[section]}</p>`;
  const box =
    before &&
    html`<aside class="notice before" aria-labelledby="before-you-start"><h2 id="before-you-start">Before you start</h2><p>${renderInline(before)}</p></aside>`;
  return html`<article class="article">
<div class="intro">
${breadcrumb}
<h1>${title}</h1>
<p class="lead">${renderInline(outcome)}</p>
<p class="row small page-tools"><a href="${path}index.md" data-copy-page>View as Markdown</a></p>
${box}
</div>
${contentsList(headings)}
<div class="prose">
${content}
</div>
</article>`;
};

/** Returns the support page as Markdown, for a stage with these contacts. */
export const supportMarkdown = (guides: readonly Guide[], contacts: Contacts): string => {
  const guide = guides.find(({ name }) => name === 'support');
  return guide ? markdownOf(guide, contacts) : '';
};

/** Returns a guide as Markdown for other programs, with the curl samples and their responses. */
const markdownOf = ({ title, outcome, before, body }: Guide, contacts: Contacts = besideTheApi): string => {
  const start = before ? `**Before you start**: ${before}\n\n` : '';
  const withRequests = body.replaceAll(
    /^```request(.*)\n([\s\S]*?)^```$/gm,
    (_, info: string, text: string) => {
      const block = parseRequestBlock(info, text);
      return requestMarkdown(block, recordedAnswerOf(block));
    },
  );
  const complete = withRequests.replace('```contacts\n```', () => contactsMarkdown(contacts));
  return withAddresses(withoutSettings(`# ${title}\n\n${outcome}\n\n${start}${complete}\n`));
};
