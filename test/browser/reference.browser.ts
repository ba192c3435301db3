import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { basePathOf, services } from '../../shared/domain/access/service.ts';
import { giveKey } from './key-of-visitor.ts';
import { type DescribedOperation, describedOperations, visitReference } from './reference-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

/** Operation of each service that needs no parameters. */
const tried = {
  'bill-management': 'getBillTypes',
  'locations-v2': 'getServicesUsingGET',
  'locations-v3': 'getOperationalCapabilities',
} as const;

const sectionOf = async (page: Page, { method, path }: DescribedOperation) => {
  const section = page.locator(`[id$="/${method}${path}"]`);
  await section.scrollIntoViewIfNeeded();
  return section;
};

// A reference takes seconds to load, so that each service has only one visit.
describe.each(services)('the reference of %s', (service) => {
  it("lists every operation, and sends a request with the visitor's key", async () => {
    const { page, see } = await newVisitor();
    await page.goto('/');
    await giveKey(page);
    await visitReference(page, service);

    const operations = await describedOperations(service);
    expect(operations.length).toBeGreaterThan(3);
    for (const operation of operations) {
      const { path, summary } = operation;
      await page.getByRole('link', { name: summary }).first().waitFor();
      const section = await sectionOf(page, operation);
      await section.getByRole('heading', { name: summary }).waitFor();
      await section.getByText(path, { exact: true }).first().waitFor();
    }
    await see(`reference-${service}`);

    const [operation] = operations.filter(({ operationId }) => operationId === tried[service]);
    if (operation === undefined) throw new Error(`${service} has no ${tried[service]}`);
    const section = await sectionOf(page, operation);
    await section.getByRole('button', { name: /^Test Request/ }).click();
    const client = page.getByRole('dialog', { name: /client/i });
    const asked = `${basePathOf[service]}${operation.path}`;
    const [request] = await Promise.all([
      page.waitForRequest((each) => new URL(each.url()).pathname === asked),
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
