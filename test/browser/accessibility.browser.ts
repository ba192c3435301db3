import { describe, expect, it } from 'vitest';
import { looks, seriousFindings } from './accessibility.ts';
import { busiestPostcode, placesOfPostcode } from './brute-force.ts';
import { giveKey } from './key-of-visitor.ts';
import { shownAtOnce, visitLocator, withoutOwnKey } from './locator-visit.ts';
import { readPages } from './pages.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const { places } = placesOfPostcode(busiestPostcode());

describe.each(looks)(
  'without serious violations ($colorScheme, $width pixels wide)',
  ({ colorScheme, width }) => {
    const arrive = () =>
      newVisitor({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const named = (name: string) => `axe-${name}-${colorScheme}-${width}`;

    it('shows the text pages', async () => {
      const { page } = await arrive();
      for (const path of readPages) {
        await page.goto(path);
        expect(await seriousFindings(page), path).toEqual([]);
      }
    });

    it('shows the dialog for the key', async () => {
      const { page, see } = await arrive();
      await page.goto('/');
      await page.getByRole('button', { name: 'Enter your key' }).click();
      await page.getByRole('dialog', { name: 'Your key' }).waitFor();
      await see(named('dialog'));
      expect(await seriousFindings(page)).toEqual([]);
    });

    it('shows the locator before a search, without a key, with results, with an open place, and after an error', async () => {
      const { page, see } = await arrive();
      await withoutOwnKey(page);
      const { searchFor, expectPlaces, advice, placeOf } = await visitLocator(page, { key: false });
      expect(await seriousFindings(page), 'before a search').toEqual([]);
      await searchFor(busiestPostcode());
      await advice.getByRole('button', { name: 'Enter your key' }).waitFor();
      expect(await seriousFindings(page), 'without a key').toEqual([]);
      await giveKey(page);
      await expectPlaces(places.slice(0, shownAtOnce));
      const [office] = places.filter(({ type }) => type === 'PO');
      const place = placeOf(office?.id ?? '');
      await place.getByRole('button', { expanded: false }).click();
      await place.getByRole('table').first().waitFor();
      await place.getByText('For operators').click();
      await place.getByRole('button', { name: 'Show raw JSON' }).click();
      await place.getByText('"business_name"').waitFor();
      await see(named('locator'));
      expect(await seriousFindings(page), 'with a place open').toEqual([]);
      await searchFor('neither postcode nor code');
      await page.getByRole('alert').filter({ hasText: 'Four digits' }).waitFor();
      expect(await seriousFindings(page), 'with a fault').toEqual([]);
    });
  },
);
