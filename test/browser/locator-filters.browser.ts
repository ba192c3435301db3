import { describe, it } from 'vitest';
import { busiestPostcode, everyPlace, placesOfPostcode, placesWithin } from './brute-force.ts';
import type { ExportedPlace } from './exported-network.ts';
import { shownAtOnce, visitLocator } from './locator-visit.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

const postcode = busiestPostcode();
const { places } = placesOfPostcode(postcode);
const firstOf = (found: readonly ExportedPlace[]) => found.slice(0, shownAtOnce);

/** Returns the service that is offered by nearest to half of the post offices. */
const serviceOfHalf = (): string => {
  const offices = places.filter(({ type }) => type === 'PO');
  const services = [...new Set(offices.flatMap((place) => place.services))];
  const share = (service: string) =>
    offices.filter((place) => place.services.includes(service)).length / offices.length;
  const [nearest] = services.toSorted(
    (one, other) => Math.abs(share(one) - 0.5) - Math.abs(share(other) - 0.5),
  );
  if (nearest === undefined) throw new Error('no post office of the postcode offers anything');
  return nearest;
};

describe('the filters of the locator', () => {
  it('show only the selected kinds, or all if none is selected', async () => {
    const { page, see } = await newVisitor();
    const { searchFor, expectPlaces } = await visitLocator(page);
    await searchFor(postcode);
    await expectPlaces(firstOf(places));
    await page.getByLabel('Post Office', { exact: true }).check();
    await expectPlaces(firstOf(places.filter(({ type }) => type === 'PO')));
    await page.getByLabel('Parcel Locker').check();
    await expectPlaces(firstOf(places.filter(({ type }) => type === 'PO' || type === 'UPL')));
    await see('locator-kinds');
    await page.getByLabel('Post Office', { exact: true }).uncheck();
    await page.getByLabel('Parcel Locker').uncheck();
    await expectPlaces(firstOf(places));
  });

  it('show only places that offer a service, of the selected kinds', async () => {
    const { page, see } = await newVisitor();
    const { searchFor, expectPlaces } = await visitLocator(page);
    const service = serviceOfHalf();
    const offering = places.filter((place) => place.services.includes(service));
    await searchFor(postcode);
    await page.getByLabel('Service').selectOption(service);
    await expectPlaces(firstOf(offering));
    await page.getByLabel('Post Office', { exact: true }).check();
    await expectPlaces(firstOf(offering.filter(({ type }) => type === 'PO')));
    await see('locator-service');
  });

  it('can be cleared, or the radius extended, if no place matches', async () => {
    const { page, see } = await newVisitor();
    const inTheDesert = { lat: -25, lon: 123.5 };
    const [near, far] = [placesWithin(inTheDesert, 250), placesWithin(inTheDesert, 1_000)];
    const depots = far.filter(({ type }) => type === 'DC');
    const { expectPlaces, advice } = await visitLocator(page, {
      fragment: `#at=${inTheDesert.lat},${inTheDesert.lon}&type=DC`,
    });
    await advice.getByText('no such place within 50 km').waitFor();
    await see('locator-nothing');
    await advice.getByRole('button', { name: 'Look further' }).click();
    await advice.getByText('no such place within 250 km').waitFor();
    await advice.getByRole('button', { name: 'Look further' }).click();
    await expectPlaces(firstOf(depots));
    await page.goto(`/locator/#at=${inTheDesert.lat},${inTheDesert.lon}&type=DC&radius=250`);
    await page.reload();
    await advice.getByRole('button', { name: 'Clear the filters' }).click();
    if (near.length > 0) await expectPlaces(firstOf(near));
    else await advice.getByText('There is no place within 250 km').waitFor();
  });

  it('report a postcode without places', async () => {
    const { page } = await newVisitor();
    const { searchFor, expectPlaces, advice } = await visitLocator(page);
    const unused = [...Array(10_000).keys()]
      .map((number) => String(number).padStart(4, '0'))
      .find((each) => !everyPlace().some(({ postcodes }) => postcodes.includes(each)));
    await searchFor(unused ?? '');
    await advice.getByText(`No place has the postcode ${unused}`).waitFor();
    await expectPlaces([]);
  });
});
