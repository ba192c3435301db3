import { describe, expect, inject, it } from 'vitest';
import { basePathOf, services } from '../../shared/domain/access/service.ts';
import { giveKey } from './key-of-visitor.ts';
import { describedOperations, visitReference } from './reference-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

/** An operation of each service that asks for nothing but the key. */
const tried = {
  'bill-management': 'getBillTypes',
  'locations-v2': 'getServicesUsingGET',
  'locations-v3': 'getOperationalCapabilities',
} as const;

describe.each(services)('the reference of %s', (service) => {
  it('has every operation, by what it does and by its path', async () => {
    const { page, see } = await newVisitor();
    await visitReference(page, service);
    const operations = await describedOperations(service);
    expect(operations.length).toBeGreaterThan(3);
    for (const { method, path, summary } of operations) {
      await page.getByRole('link', { name: summary }).first().waitFor();
      const section = page.locator(`[id$="/${method}${path}"]`);
      await section.scrollIntoViewIfNeeded();
      await section.getByRole('heading', { name: summary }).waitFor();
      await section.getByText(path, { exact: true }).first().waitFor();
    }
    await see(`reference-${service}`);
  });

  it('sends a request with the key of the visitor, and shows what is answered', async () => {
    const { page, see } = await newVisitor();
    await page.goto('/');
    await giveKey(page);
    await visitReference(page, service);
    const operation = (await describedOperations(service)).find(
      ({ operationId }) => operationId === tried[service],
    );
    const { method, path = '' } = operation ?? {};
    const section = page.locator(`[id$="/${method}${path}"]`);
    await section.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: /^Test Request/ }).click();
    const client = page.getByRole('dialog', { name: /client/i });
    const [request] = await Promise.all([
      page.waitForRequest((each) => new URL(each.url()).pathname === `${basePathOf[service]}${path}`),
      client.getByRole('button', { name: /^Send/ }).first().click(),
    ]);
    expect(await request.headerValue('auth-key')).toBe(inject('portal').key);
    const answer = await request.response();
    expect(answer?.status()).toBe(200);
    const [firstName = ''] = Object.keys(await answer?.json());
    await client.getByText('200 OK').first().waitFor();
    await expect.poll(() => client.textContent()).toContain(`"${firstName}": `);
    await see(`reference-tried-${service}`);
  });
});
