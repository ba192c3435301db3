import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const jump = z.object({ headingTop: z.number(), headerBottom: z.number(), windowHeight: z.number() });

describe('the header', () => {
  it.each([375, 740, 768, 815, 840, 1280])(
    'does not cover the target of a link in a window of %i pixels',
    async (width) => {
      const { page } = await newVisitor({ viewport: { width, height: 600 } });
      await page.goto('/#get-a-key');
      await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0);
      const { headingTop, headerBottom, windowHeight } = jump.parse(
        await page.evaluate(`({
          headingTop: document.getElementById('get-a-key').getBoundingClientRect().top,
          headerBottom: document.querySelector('.site-header').getBoundingClientRect().bottom,
          windowHeight: innerHeight,
        })`),
      );
      expect(headingTop).toBeGreaterThanOrEqual(Math.max(headerBottom, 0));
      expect(headingTop).toBeLessThan(windowHeight);
    },
  );

  it('underlines only the current page, also in forced colours', async () => {
    const { page } = await newVisitor({ forcedColors: 'active' });
    await page.goto('/guides/');
    const ground = await page.evaluate(
      `getComputedStyle(document.querySelector('.site-header')).backgroundColor`,
    );
    const lines = z.array(z.object({ name: z.string(), colour: z.string() })).parse(
      await page.evaluate(`[...document.querySelectorAll('.site-header nav a')].map((link) => ({
          name: link.textContent,
          colour: getComputedStyle(link).borderBottomColor,
        }))`),
    );
    expect(lines).toHaveLength(4);
    expect(lines.filter(({ colour }) => colour !== ground).map(({ name }) => name)).toEqual(['Guides']);
  });
});
