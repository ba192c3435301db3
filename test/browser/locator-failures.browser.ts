import { describe, expect, it } from 'vitest';
import { visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const visitorWithoutApi = async () => {
  const visitor = await newVisitor();
  visitor.expectComplaint(/status of 503/);
  await visitor.page.route('**/locations/**', (route) =>
    route.fulfill({ status: 503, json: { errors: [] } }),
  );
  return visitor;
};

describe('while the API is down', () => {
  it('finds and filters places, and shows their hours', async () => {
    const { page, see, searchFor, expectSummary, filter, results, details } = await visitLocator(
      visitorWithoutApi(),
    );
    await searchFor('melbourne');
    await expectSummary('places in Melbourne VIC 3000');
    await filter('Post offices').click();
    await expectSummary('3 places in Melbourne VIC 3000');
    expect(await results.locator('.address').first().textContent()).toBe('Melbourne VIC 3000');
    await results.locator('.result-name').first().click();
    await details.getByRole('alert').filter({ hasText: 'could not be loaded' }).waitFor();
    await details.getByText('Times are local to Melbourne').waitFor();
    await details.getByRole('listitem').filter({ hasText: 'Parcel collection' }).waitFor();
    await see('locator-api-down');
    await page.unroute('**/locations/**');
    await details.getByRole('button', { name: 'Try again' }).click();
    await details.getByRole('link', { name: /^Call/ }).waitFor();
    expect(await details.getByRole('alert').count()).toBe(0);
  });

  it('loads the addresses of all listed places when the API is back', async () => {
    const { page, listed, results } = await visitLocator(visitorWithoutApi(), '#area=110,-45,155,-10');
    const showMore = page.getByRole('button', { name: 'Show more places' });
    // A request can contain 100 places.
    for (let shown = 20; shown < 120; shown += 20) {
      await expect.poll(async () => (await listed()).length).toBe(shown);
      await showMore.click();
    }
    await page.unroute('**/locations/**');
    await showMore.click();
    await expect.poll(async () => (await listed()).length).toBe(140);
    // Only an address that the API has returned has more than one part.
    await expect.poll(() => results.locator('.address').filter({ hasText: ', ' }).count()).toBe(140);
  });

  it('asks the API before it says that a name was not found, and what to do', async () => {
    const { searchFor, problem, requests } = await visitLocator(visitorWithoutApi());
    await searchFor('191 Market Street');
    await problem
      .filter({ hasText: /Nothing was found for “191 Market Street”. Check the spelling/ })
      .waitFor();
    expect(requests.length).toBeGreaterThan(0);
  });
});

it('offers to load the places again after a failure, even after searches', async () => {
  const { page, expectComplaint } = await newVisitor();
  expectComplaint(/status of 503/);
  await page.route('**/map/**', (route) => route.fulfill({ status: 503 }));
  const { problem, searchFor, heading, expectSummary } = await visitLocator({ page }, '', /^Loading/);
  await problem.filter({ hasText: 'The places could not be loaded.' }).waitFor();
  await searchFor('xyzzy');
  await problem.filter({ hasText: /^Nothing was found .* The places could not be loaded/ }).waitFor();
  await searchFor('terrigal');
  await expect.poll(() => heading.textContent()).toMatch(/^Near Terrigal/);
  await page.unroute('**/map/**');
  await problem.getByRole('button', { name: 'Try again' }).click();
  await expectSummary('places in Terrigal');
  await problem.waitFor({ state: 'hidden' });
});

it('explains that it needs JavaScript', async () => {
  const { page } = await newVisitor({ javaScriptEnabled: false });
  await page.goto('/locator/');
  await page.getByText('The locator needs JavaScript.').waitFor();
});

it('ignores a place that no longer exists, and says so', async () => {
  const { problem, details } = await visitLocator(newVisitor(), '?place=1_PO');
  await problem.filter({ hasText: 'no longer in the network' }).waitFor();
  expect(await details.isVisible()).toBe(false);
});
