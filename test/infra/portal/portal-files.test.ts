import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { portalFiles } from '../../../infra/portal/build/build-portal.ts';
import { codeBlock } from '../../../infra/portal/layout/code.ts';
import { withContacts } from '../../../infra/portal/pages/contacts.ts';
import { parseGuide, readGuide } from '../../../infra/portal/pages/guides.ts';
import { renderMarkdown } from '../../../infra/portal/pages/markdown.ts';
import { parseChangelog, siteFiles } from '../../../infra/portal/pages/site-files.ts';
import { fieldName } from '../../../infra/portal/reference/examples.ts';
import { referenceServices } from '../../../infra/portal/reference/operations.ts';
import { routes } from '../../../infra/routes/routes.ts';
import { sampleText } from '../../sample-network/sample-records.ts';

const files = await portalFiles();

const textOf = (path: string): string => Buffer.from(files.get(path) ?? '').toString();
const pages = [...files.keys()].filter((path) => path.endsWith('.html'));
const guides = pages.filter((path) => /^docs\/./.test(path) && path !== 'docs/index.html');

const fileOf = (address: string): string => {
  const [path = ''] = address.slice(1).split(/[?#]/);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
};

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

const addressesIn = (html: string): string[] => all(/ (?:href|src|data-search)="([^"]+)"/g, html);

describe('the pages of the portal', () => {
  it('link only to portal files and existing headings', () => {
    for (const page of pages) {
      // Icons are in the page's own sprite, and the map is a published file.
      for (const address of addressesIn(textOf(page)).filter((each) => !/^(#icon-|\/map\/)/.test(each))) {
        expect(address, page).toMatch(/^[/#]/);
        const [, anchor] = address.split('#');
        const target = address.startsWith('#') ? page : fileOf(address);
        expect.soft(files.has(target), `${page}: ${address}`).toBe(true);
        if (anchor) expect.soft(textOf(target), `${page}: ${address}`).toContain(`id="${anchor}"`);
      }
    }
  });

  it('preload the settings, and the modules that their scripts import', () => {
    for (const page of pages) {
      const html = textOf(page);
      const named = all(/<link rel="modulepreload" href="\/([^"]+)">/g, html);
      const scripts = all(/<script type="module" src="\/([^"]+)">/g, html);
      const imported = [...scripts, ...named].flatMap((path) =>
        all(/(?:from|import)"\/([^"]+)"/g, textOf(path)),
      );
      expect(scripts.length, page).toBeGreaterThan(0);
      expect(html, page).toContain('<link rel="preload" href="/settings.json" as="fetch" crossorigin>');
      expect(named.toSorted(), page).toEqual([...new Set(imported)].toSorted());
    }
    expect(textOf('locator/index.html')).toContain('<link rel="preload" href="/map/current.json"');
  });

  it.each(pages)(
    'have one main element, one first-level heading, no skipped levels and unique ids: %s',
    (page) => {
      const html = textOf(page);
      expect(all(/(<main\b)/g, html)).toHaveLength(1);
      const levels = all(/<h([1-6])\b/g, html.slice(html.indexOf('<main'))).map(Number);
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [at, level] of levels.entries())
        expect(level - (levels[at - 1] ?? 1), `heading ${at} of ${levels}`).toBeLessThanOrEqual(1);
      const ids = all(/ id="([^"]+)"/g, html);
      expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
      expect(html).toMatch(
        /<title>[^<]*Waypost[^<]*<\/title>\n<meta name="description" content="[^"]{20,}">/,
      );
    },
  );

  it('show the parameters and statuses of every operation', () => {
    const operations = referenceServices().flatMap((each) => each.operations);
    const idsOf = (all: readonly { operationId: string }[]) => all.map((each) => each.operationId).sort();
    expect(idsOf(operations)).toEqual(idsOf(routes));
    for (const { page, parameters, responses } of operations) {
      const html = textOf(fileOf(page));
      for (const each of parameters) expect(html, page).toContain(` name="${fieldName(each)}"`);
      const statuses = all(/<(?:dt|h3 id="response-\d+")>(\d{3})\b/g, html);
      expect(statuses, page).toEqual(responses.map(([status]) => status));
    }
  });

  it('have no inline scripts or styles, which the content policy forbids, and no address variables', () => {
    for (const page of pages) {
      expect(textOf(page), page).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="/);
      expect(textOf(page), page).not.toContain('$API');
    }
  });
});

it('guides have an outcome, next steps, and the same text as Markdown', () => {
  expect(guides.length).toBeGreaterThan(20);
  for (const page of guides) {
    expect(textOf(page), page).toMatch(/<p class="lead">[^<]/);
    expect(textOf(page), page).toMatch(/<h2 id="next-steps">/);
    const markdown = textOf(page.replace('.html', '.md'));
    expect(markdown, page).toMatch(/^# .+\n\n[A-Z].+\.\n/);
    expect(markdown, page).not.toContain('setting:');
  }
});

it('enquiry samples have a different idempotency key for each body, and tell readers to replace it', () => {
  const [guide = '', reference = ''] = ['docs/bills/enquiries', 'reference/bill-management/enquiry'].map(
    (page) => textOf(`${page}/index.html`),
  );
  const keyOf = (page: string) =>
    all(/idempotency-key: ([\w-]{36})/g, page.replaceAll(/<[^>]+>|&#39;/g, ''))[0];
  expect(keyOf(guide)).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  expect(keyOf(reference)).toHaveLength(36);
  expect(keyOf(guide)).not.toBe(keyOf(reference));
  for (const text of [guide, textOf('docs/bills/enquiries/index.md'), reference]) {
    expect(text).toMatch(/Replace the .* shown here .*crypto\.randomUUID\(\)/);
    expect(text).toContain('for one body only, for 24 hours');
  }
});

it('the guide with sample changes describes their outcomes, with ids and versions from the sample network', () => {
  const guide = readGuide('recipes/test-sync').body;
  const [, sample = ''] = /^```ndjson\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  const [header, ...changes] = sample
    .trim()
    .split('\n')
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  expect(String(header?.version) > String(header?.since)).toBe(true);
  expect(guide).toContain(`to the file's \`since\`, \`${header?.since}\``);
  expect(guide).toContain(`must now be \`${header?.version}\``);
  const network = sampleText('locations');
  expect(changes.map(({ change }) => change).toSorted()).toEqual(['added', 'changed', 'removed']);
  for (const { id, change, replaced_by: successors } of changes) {
    const outcome = Array.isArray(successors)
      ? `gone; ids that you stored elsewhere become \`${successors.join('`, `')}\``
      : "equal to the `workcentre` in the file's line";
    expect(guide).toContain(`| \`${id}\` | ${change} | ${outcome} |`);
    expect(network.includes(`"location_code":"${id}"`), String(id)).toBe(change !== 'added');
  }
});

describe('the files for programs', () => {
  const origin = 'https://developers.post.example';
  const site = siteFiles({ origin, api: 'https://api.post.example', isListed: true, contacts: {} });
  it('list every page in the sitemap, except those in frames', () => {
    const addresses = all(/<loc>([^<]+)<\/loc>/g, site['sitemap.xml'] ?? '');
    const paths = addresses.map((address) => address.slice(origin.length));
    expect(paths.map(fileOf).toSorted()).toEqual(
      pages.filter((path) => path !== '404.html' && path !== 'locator/embed/index.html').toSorted(),
    );
    expect(site['robots.txt']).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`);
    for (const isListed of [true, false]) {
      const robots = siteFiles({ origin, api: '', isListed, hasOutlets: true, contacts: {} })['robots.txt'];
      expect(robots).toContain(isListed ? '\nAllow: /\n' : '\nDisallow: /\n');
      expect(robots).toContain(`\nSitemap: ${origin}/outlets/sitemap.xml\n`);
    }
  });

  it('name the API in llms.txt, and link every operation and the Markdown of every guide there', () => {
    expect(site['llms.txt']).toContain('The API is at https://api.post.example. ');
    expect(site['llms.txt']).toContain('](/reference/locations-v2/getPointsByTypeUsingGET/)');
    const addresses = all(/\]\(\/([^)]+)\)/g, site['llms.txt'] ?? '');
    for (const address of addresses) expect(files.has(fileOf(`/${address}`)), address).toBe(true);
    expect(addresses).toEqual(expect.arrayContaining(guides.map((page) => page.replace('.html', '.md'))));
  });

  it('are a valid feed with an entry for each day of the changelog', () => {
    const text = site['changelog/feed.xml'] ?? '';
    expect(XMLValidator.validate(text)).toBe(true);
    const { feed } = new XMLParser({ isArray: (name) => name === 'entry' }).parse(text);
    const days = all(/<h2 id="(\d+-[a-z]+-\d{4})">/g, textOf('changelog/index.html'));
    expect(days.length).toBeGreaterThan(0);
    expect(feed.entry).toHaveLength(days.length);
    expect(feed.updated).toBe(feed.entry[0].updated);
    expect(Date.parse(feed.updated)).toBeGreaterThan(Date.parse('2026-11-01'));
  });
});

describe('the support page and llms.txt', () => {
  const contacts = {
    contact: 'api@post.example',
    support: 'https://post.example/support',
    status: 'https://status.post.example/',
  };
  const textsFor = (given: Partial<typeof contacts>) => {
    const options = { origin: 'https://portal.example', api: 'https://api.example', isListed: true };
    const site = siteFiles({ ...options, contacts: given });
    return {
      html: withContacts(textOf('support/index.html'), given),
      markdown: site['support/index.md'] ?? '',
      llms: site['llms.txt'] ?? '',
    };
  };

  it('say that a stage has no contacts, and where to look instead', () => {
    const built = [textOf('support/index.html'), textOf('support/index.md'), textOf('llms.txt')];
    for (const text of [...built, ...Object.values(textsFor({}))]) {
      expect(text).toContain('This stage has no contact, support desk or status page of its own.');
      expect(text).toContain('GET /bill-management-api/v1/health');
      expect(text).not.toMatch(/<a href="\/settings\.json|mailto:|the support desk/);
    }
  });

  it('link the contacts that a stage has, and only those', () => {
    for (const text of Object.values(textsFor(contacts))) {
      for (const address of [`mailto:${contacts.contact}`, contacts.support, contacts.status])
        expect(text).toContain(address);
      expect(text).not.toContain('has no contact');
    }
    for (const text of Object.values(textsFor({ contact: contacts.contact }))) {
      expect(text).toContain(`mailto:${contacts.contact}`);
      expect(text).not.toMatch(/the support desk|the status page/);
      expect(text).toContain('For anything else, ask the person who gave you your key.');
    }
  });
});

describe('the build fails, and names the faulty part, if a portal text has', () => {
  const guide = (further: string) => `---\ntitle: X\norder: 1\n${further}---\n`;
  it.each([
    ['no front matter', 'locations/x', '# Title', /guides\/locations\/x\.md must begin with front matter/],
    ['no outcome', 'locations/x', guide(''), /guides\/locations\/x\.md[\s\S]*outcome/],
    ['an outcome that is not a sentence', 'locations/x', guide('outcome: search\n'), /must be a sentence/],
    ['an unknown member', 'locations/x', guide('outcome: It works.\nlevel: 3\n'), /level/],
    ['an unknown section', 'other/x', guide('outcome: It works.\n'), /is not in a section/],
  ])('%s', (_, name, text, message) => {
    expect(() => parseGuide(name, text)).toThrow(message);
  });

  it('a repeated heading, an unknown setting or an invalid change', () => {
    const repeated = () => renderMarkdown('## A\n\n## A', 'guides/x.md');
    expect(repeated).toThrow('guides/x.md: duplicate heading anchor #a');
    expect(() => renderMarkdown('[us](setting:phone)')).toThrow('setting:phone');
    const invalid = '## 2 November 2026\n\n- **New** (Locations v3): X.';
    expect(() => parseChangelog(invalid)).toThrow(/must look like/);
  });
});

it('the picker’s script for websites has at most 3 kB', () => {
  expect(textOf('waypost-picker.js').length).toBeLessThanOrEqual(3_000);
  expect(textOf('waypost-picker.js')).toContain('WaypostPicker');
});

it('code is highlighted with classes only, and keeps its text', () => {
  const code = 'curl -H "AUTH-KEY: $AUTH_KEY" "$API/locations?a=1&b=<2>"';
  const html = codeBlock(code, 'sh', 'a "request"').text;
  expect(html).toContain('<span class="f">curl</span>');
  expect(html).toContain('data-what="a &quot;request&quot;"');
  const text = html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<');
  expect(text.replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
    code.replace('$API', 'https://api.example.com'),
  );
});
