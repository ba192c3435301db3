import { describe, expect, it } from 'vitest';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

describe.each([
  ['/guides/hours/', ['/settings.json']],
  ['/changelog/', []],
  ['/reference/locations-v3/getWorkCentres/', ['/settings.json']],
])('%s', (path, loaded) => {
  it('preloads the dependencies of its scripts, and loads nothing twice', async () => {
    const { page } = await newVisitor();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const programs = Promise.withResolvers<void>();
    await page.route(/\/assets\/(portal|reference)-[^.]+\.js$/, async (route) => {
      await programs.promise;
      await route.continue();
    });
    const shown = page.goto(path, { waitUntil: 'networkidle' });
    const begunWith = (start: string) => asked.some((each) => each.startsWith(start));

    for (const start of [...loaded, '/assets/chunk-'])
      await expect.poll(() => begunWith(start), { message: start }).toBe(true);
    programs.resolve();
    await shown;

    expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
    expect(begunWith('/settings.json')).toBe(loaded.includes('/settings.json'));
  });
});
