import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { everyPage, readPages } from './pages.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const links = z.array(z.string());

/** Follows all links to this machine from the start page. Returns the links, and the ids of each page. */
const crawl = async () => {
  // The pages must be readable without JavaScript.
  const { page } = await newVisitor({ javaScriptEnabled: false });
  const ids = new Map<string, ReadonlySet<string>>();
  const linked = new Map<string, string>();
  const waiting = ['/', '/404.html'];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (ids.has(path)) continue;
    const answer = await page.goto(path);
    expect(answer?.status(), `${path}, linked from ${linked.get(path)}`).toBe(200);
    if (!answer?.headers()['content-type']?.startsWith('text/html')) {
      ids.set(path, new Set());
      continue;
    }
    ids.set(
      path,
      new Set(links.parse(await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id)))),
    );
    const hrefs = links.parse(
      await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href'))),
    );
    for (const href of hrefs) {
      const url = new URL(href, page.url());
      expect(url.origin, `${href} of ${path}`).toBe(new URL(page.url()).origin);
      linked.set(`${url.pathname}${url.hash}`, path);
      waiting.push(url.pathname);
    }
  }
  return { ids, linked };
};

describe('the pages of the portal', () => {
  it('have no broken links or fragments', async () => {
    const { ids, linked } = await crawl();
    for (const [link, from] of linked) {
      const [path = '', part] = link.split('#');
      if (part)
        expect(ids.get(path), `#${part} of ${path}, linked from ${from}`).toContain(decodeURIComponent(part));
    }
    expect([...ids.keys()].filter((path) => !path.startsWith('/openapi/')).toSorted()).toEqual(
      everyPage.toSorted(),
    );
  });

  it.each(readPages)(
    '%s has a title, one first-level heading, and no skipped heading level',
    async (path) => {
      const { page, see } = await newVisitor();
      await page.goto(path);
      expect(await page.title()).toContain('Waypost');
      const levels = await page
        .getByRole('main')
        .getByRole('heading')
        .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
      expect(levels.filter((level) => level === 1)).toHaveLength(1);
      for (const [at, level] of levels.entries())
        expect(level - (levels[at - 1] ?? level)).toBeLessThanOrEqual(1);
      expect((await page.getByRole('main').textContent())?.length).toBeGreaterThan(60);
      await see(`page${path.replaceAll(/\W+/g, '-')}`);
    },
  );

  it('scroll to the heading of the address', async () => {
    const { page } = await newVisitor();
    await page.goto('/guides/hours/#special-days');
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
    const heading = page.getByRole('heading', { name: 'Special days', exact: true });
    const header = await page.getByRole('banner').boundingBox();
    const box = await heading.boundingBox();
    const top = box?.y ?? Number.NaN;
    expect(top).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1);
    expect(top).toBeLessThan(page.viewportSize()?.height ?? 0);
  });
});
