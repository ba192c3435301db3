import { describe, expect, it } from 'vitest';
import { referenceServices } from '../../infra/portal/reference/operations.ts';
import { looks, seriousFindings } from './accessibility.ts';
import { keepKey } from './key-of-visitor.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const services = referenceServices();

describe.each(looks)('without violations ($colorScheme, $width pixels wide)', ({ colorScheme, width }) => {
  it.each(services)('shows the operations of $service, and a response', async ({ service, operations }) => {
    const viewport = { width, height: 900 };
    const { page, see } = await newVisitor({ colorScheme, viewport, reducedMotion: 'reduce' });
    await keepKey(page);
    const [first] = operations;
    for (const path of ['/reference/', `/reference/${service}/`, ...operations.map((each) => each.page)]) {
      await page.goto(path);
      if (path === first?.page) {
        await page.getByRole('button', { name: 'Send' }).click();
        await page.getByRole('heading', { name: '200 OK' }).waitFor();
        await see(`axe-${service}-${colorScheme}-${width}`);
      }
      expect(await seriousFindings(page), path).toEqual([]);
    }
  });
});
