import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Location } from '../../../shared/domain/location/location.ts';
import {
  isOutlet,
  outletSitemaps,
  outletStyles,
  renderOutletPage,
} from '../../../shared/wire/outlet-page.ts';
import { aCapability, postOffice } from '../../support/networks/network-records.ts';
import { entriesOf } from '../domain/location/hours/week-of-hours.ts';

const origin = 'https://portal.example.org';
const now = new Date('2026-11-27T00:00:00Z');
const capability = { ...aCapability(1), description: 'Parcels <b>& more</b>' };

const office = (changed: Partial<Location> = {}): Location =>
  postOffice(1, {
    name: 'Ye "Olde" <Post> Office',
    phoneNumber: '(03) 5550 0001',
    timeZone: 'Australia/Melbourne',
    services: [{ code: 1 }],
    hours: [
      ...entriesOf('MON-FRI HOURS 09:00-17:00, MON-FRI LUNCH 12:00-13:00, SAT HOURS 09:00-12:30'),
      ...entriesOf('25/12-28/12 SPECIAL_CLOSED, 24/12 SPECIAL_HOURS 09:00-13:00, 03/11 SPECIAL_CLOSED'),
    ],
    ...changed,
  });

const pageOf = (location: Location) =>
  renderOutletPage(location, { capabilityOf: (code) => (code === 1 ? capability : undefined), now, origin });

const structured = z.object({
  '@type': z.string(),
  url: z.string(),
  name: z.string(),
  address: z.record(z.string(), z.string()),
  openingHoursSpecification: z.array(z.record(z.string(), z.string())).optional(),
  specialOpeningHoursSpecification: z.array(z.record(z.string(), z.string())).optional(),
});
const dataOf = (html: string) =>
  structured.parse(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? ''));

describe('the page of an outlet', () => {
  it('exists for offices, outstations, lockers and delivery centres, but not for post boxes', () => {
    const types = (['PO', 'OS', 'UPL', 'DC', 'R_SPB', 'C_SPB'] as const).filter((type) =>
      isOutlet(office({ type })),
    );
    expect(types).toEqual(['PO', 'OS', 'UPL', 'DC']);
  });

  it('describes an office for search engines, with special days from today on', () => {
    const data = dataOf(pageOf(office()));
    expect(data).toMatchObject({
      '@type': 'PostOffice',
      url: `${origin}/outlets/000001_PO/`,
      name: 'Ye "Olde" <Post> Office',
    });
    const week = data.openingHoursSpecification ?? [];
    expect(week).toHaveLength(11);
    expect(week.slice(0, 2)).toMatchObject([
      { dayOfWeek: 'Monday', opens: '09:00', closes: '12:00' },
      { dayOfWeek: 'Monday', opens: '13:00', closes: '17:00' },
    ]);
    expect(data.specialOpeningHoursSpecification).toMatchObject([
      { validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '09:00', closes: '13:00' },
      // It is closed on Sundays anyway.
      { validFrom: '2026-12-25', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
      { validFrom: '2026-12-28', validThrough: '2026-12-28', opens: '00:00', closes: '00:00' },
    ]);
    expect(dataOf(pageOf(office({ type: 'UPL' })))['@type']).toBe('Place');
  });

  it('shows address, hours and services as text, and nothing that the content policy forbids', () => {
    const html = pageOf(office());
    expect(html).toContain('<h1>Ye &quot;Olde&quot; &lt;Post&gt; Office</h1>');
    expect(html).toContain('<li>Parcels &lt;b&gt;&amp; more&lt;/b&gt;</li>');
    expect(html).toContain('<a href="tel:0355500001">(03) 5550 0001</a>');
    expect(html).toContain('<th scope="row">Monday</th><td>9 am – 12 pm, 1 pm – 5 pm</td>');
    expect(html).toContain('<th scope="row">Sunday</th><td>Closed</td>');
    expect(html).toContain(
      '<th scope="row">Friday 25 December 2026 to Saturday 26 December 2026</th><td>Closed</td>',
    );
    expect(html).toContain(`<link rel="canonical" href="${origin}/outlets/000001_PO/">`);
    expect(html).toContain('href="/locator/?place=000001_PO"');
    // The structured data cannot close its script element.
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<Post>');
    expect(html).not.toMatch(/<style| style=| on[a-z]+=|http:/);
    expect(outletStyles).not.toContain('@import');
  });

  it.each([
    ['no suburb, state and postcode', { suburb: '', state: '', postcode: '' }, ''],
    ['no state', { suburb: 'EXAMPLE', state: '', postcode: '2001' }, 'EXAMPLE 2001'],
  ])('omits empty parts of an address with %s', (_, parts, locality) => {
    const { addresses } = office();
    const html = pageOf(office({ name: 'Jetty', addresses: [{ ...addresses[0], ...parts }] }));
    const place = locality ? `Jetty, ${locality}` : 'Jetty';
    expect(html).toContain(`<title>${place}</title>`);
    expect(html).toContain(`content="${place}. Post Office: `);
    expect(html).toContain(`<address>1 High Street${locality && `<br>${locality}`}</address>`);
    const { suburb, state, postcode } = parts;
    expect(dataOf(html).address).toEqual({
      '@type': 'PostalAddress',
      streetAddress: '1 High Street',
      ...(suburb && { addressLocality: suburb }),
      ...(state && { addressRegion: state }),
      ...(postcode && { postalCode: postcode }),
      addressCountry: 'AU',
    });
  });

  it('omits unknown hours', () => {
    const html = pageOf(office({ hours: [] }));
    expect(html).not.toContain('Opening hours');
    expect(dataOf(html)).not.toHaveProperty('openingHoursSpecification');
  });
});

describe('the sitemap of outlets', () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ id: `${number}_PO`, changedOn: '2026-11-27' }));

  it('has the URL and the last change of each page', () => {
    const [[path, xml] = []] = outletSitemaps(entries(1), origin);
    expect(path).toBe('/outlets/sitemap.xml');
    expect(xml).toContain(`<url><loc>${origin}/outlets/0_PO/</loc><lastmod>2026-11-27</lastmod></url>`);
    expect(outletSitemaps([], origin).size).toBe(1);
  });

  it('is split above 50,000 URLs', () => {
    const maps = outletSitemaps(entries(50_001), origin);
    const files = ['sitemap.xml', 'sitemap-1.xml', 'sitemap-2.xml'];
    expect([...maps.keys()]).toEqual(files.map((file) => `/outlets/${file}`));
    expect(maps.get('/outlets/sitemap.xml')).toContain(`<loc>${origin}/outlets/sitemap-2.xml</loc>`);
    expect(maps.get('/outlets/sitemap-2.xml')?.match(/<url>/g)).toHaveLength(1);
  });
});
