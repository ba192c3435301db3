import { expect, it } from 'vitest';
import * as z from 'zod';
import { services } from '../../shared/domain/access/service.ts';
import { giveKey } from './key-of-visitor.ts';
import { visitReference } from './reference-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();
const placeholders = z.array(z.string().nullable());

it.each(services)(
  'the reference of %s shows the prefix of keys as a placeholder, without an example key',
  async (service) => {
    const { page, see } = await newVisitor();
    await visitReference(page, service);
    const shown = async () =>
      placeholders.parse(
        await page.evaluate(
          `[...document.querySelectorAll('.scalar-password-input')].map((field) => field.getAttribute('placeholder'))`,
        ),
      );
    await expect.poll(shown).toEqual(['wp_live_…']);
    await see(`reference-no-key-${service}`);
    await giveKey(page);
    await page.getByRole('button', { name: 'Key in use' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await expect.poll(shown).toEqual(['wp_live_…']);
  },
);
