import type { PortalContent } from '../../constructs/portal/portal-upload.ts';
import { escapeHtml } from '../layout/html.ts';
import { referenceServices } from '../reference/operations.ts';
import { outletSitemapPath } from '../settings.ts';
import { type Contacts, contactsMarkdown } from './contacts.ts';
import { guideMarkdown } from './docs-pages.ts';
import { type Guide, guideGroups, readGuide, readGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';
import { portalPages } from './portal-pages.ts';

/**
 * Returns the files for programs that read the portal, by path: `robots.txt`, `sitemap.xml`, `llms.txt`, the changelog
 * feed, and the support page as Markdown. They depend on the addresses of the deployment.
 */
export const siteFiles: PortalContent['siteFiles'] = ({ origin, api, isListed, hasOutlets, contacts }) => {
  const paths = ['/sitemap.xml', ...(hasOutlets ? [outletSitemapPath] : [])];
  const sitemaps = paths.map((path) => `Sitemap: ${origin}${path}\n`);
  return {
    'robots.txt': `User-agent: *\n${isListed ? 'Allow' : 'Disallow'}: /\n\n${sitemaps.join('')}`,
    'sitemap.xml': sitemap(origin),
    'llms.txt': llmsText(api, contacts),
    'support/index.md': guideMarkdown(readGuide('support'), contacts),
    'changelog/feed.xml': feed(origin),
  };
};

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';

const sitemap = (origin: string): string => {
  const pages = portalPages().filter(({ framed }) => !framed);
  return `${xml}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages.map(({ path }) => `<url><loc>${origin}${path}</loc></url>`).join('\n')}
</urlset>
`;
};

/** Returns an overview in the format of https://llmstxt.org, with links to Markdown. */
const llmsText = (api: string, contacts: Contacts): string => {
  const guides = readGuides();
  const line = ({ title, path, outcome }: Guide) => `- [${title}](${path}index.md): ${outcome}`;
  const reference = referenceServices().flatMap(({ service, name, about, operations }) => [
    `- [${name}](/openapi/${service}.json): OpenAPI 3.1. ${about}`,
    ...operations.map(({ method, path, page, summary }) => `- [${method} ${path}](${page}): ${summary}`),
  ]);
  const sections = [
    ...guideGroups(guides).map(({ title, links }) => ({ title, lines: links.map(line) })),
    { title: 'Reference', lines: reference },
    { title: 'Optional', lines: guides.filter(({ section }) => section === undefined).map(line) },
  ];
  return `# Waypost

> HTTP services of a postal operator: the locations of its network (version 3, and version 2 for existing clients), and the billers whose bills can be paid at a post office. Every request has an API key in the header AUTH-KEY.

The API is at ${api}. If a page gives another address, use this one instead.

${contactsMarkdown(contacts)}
${sections.map(({ title, lines }) => `\n## ${title}\n\n${lines.join('\n')}\n`).join('')}`;
};

/** Returns an Atom feed with an entry for each day of the changelog. */
const feed = (origin: string): string => {
  const days = parseChangelog(readGuide('changelog').body);
  const entries = days.map(
    ({ date, html }) => `<entry>
<id>${origin}/changelog/${date}</id>
<title>Changes of ${date}</title>
<updated>${date}T00:00:00Z</updated>
<link href="${origin}/changelog/"/>
<content type="html" xml:base="${origin}/">${escapeHtml(html)}</content>
</entry>`,
  );
  return `${xml}<feed xmlns="http://www.w3.org/2005/Atom">
<id>${origin}/changelog/</id>
<title>Waypost changelog</title>
<author><name>Waypost</name></author>
<updated>${days[0]?.date ?? '1970-01-01'}T00:00:00Z</updated>
<link href="${origin}/changelog/"/>
<link rel="self" href="${origin}/changelog/feed.xml"/>
${entries.join('\n')}
</feed>
`;
};

/**
 * Returns the days of the changelog, newest first as in the text. Each has a heading such as `## 24 November 2026`, and
 * below it entries such as `- **Added** (Locations v3): Text.` Throws an error that names the first invalid line.
 */
export const parseChangelog = (markdown: string) =>
  markdown.split(/^## /m).flatMap((section) => {
    const [heading = '', ...lines] = section.trim().split('\n');
    if (!/^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(heading)) return [];
    const invalid = lines.find((line) => line && !entry.test(line));
    if (invalid)
      throw new Error(`guides/changelog.md: an entry must look like "${example}", not: ${invalid}`);
    return [
      {
        /** `2026-11-24` */
        date: new Date(`${heading} UTC`).toISOString().slice(0, 10),
        html: renderMarkdown(lines.join('\n')).html.text,
      },
    ];
  });

const example = '- **Added** (Locations v3): Text.';
const entry =
  /^- \*\*(Added|Changed|Fixed|Deprecated|Removed)\*\* \((Locations v[23]|Bill management|All services|Portal)\): ./;
