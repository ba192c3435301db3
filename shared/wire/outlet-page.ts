import type { Capability } from '../domain/capability/capability.ts';
import { type CalendarDay, dayMilliseconds, formatIsoDate } from '../domain/location/hours/calendar.ts';
import { type Interval, untilLastMinute } from '../domain/location/hours/intervals.ts';
import {
  type Address,
  type Location,
  principalAddress,
  servicesInOrder,
} from '../domain/location/location.ts';
import { formatTime, type ShownHours, shownHours } from './open-street-map-hours.ts';

/** Types of location that have a page. Street post boxes have none. */
const outletTypes: ReadonlySet<string> = new Set(['PO', 'OS', 'UPL', 'DC']);

export const isOutlet = ({ type }: Location): boolean => outletTypes.has(type);

export const outletPath = (id: string): string => `/outlets/${encodeURIComponent(id)}/`;

/** Path of the stylesheet for all outlet pages. The content security policy forbids inline styles. */
export const outletStylesPath = '/outlets/outlet.css';

export interface OutletContext {
  readonly capabilityOf: (serviceCode: number) => Capability | undefined;
  /** Current time. Only special days from this date onwards are shown. */
  readonly now: Date;
  /** Origin of the portal. Search engines need absolute URLs. */
  readonly origin: string;
}

/**
 * Renders the page of an outlet, for search engines and for readers without JavaScript: address, usual hours with
 * special days, and services. The hours are the same as `opening_hours` and `special_hours` in exports.
 */
export const renderOutletPage = (location: Location, context: OutletContext): string => {
  const { capabilityOf, now, origin } = context;
  const { locationCode: id, description, phoneNumber, name = description } = location;
  const address = principalAddress(location);
  const hours = shownHours(location, capabilityOf, now);
  const services = [
    ...new Set(servicesInOrder(location).flatMap(({ code }) => capabilityOf(code)?.description ?? [])),
  ];
  const url = `${origin}${outletPath(id)}`;
  const locality = [address.suburb, address.state, address.postcode].filter(Boolean).join(' ');
  const place = [name, locality].filter(Boolean).join(', ');
  const summary = `${description}: address, opening hours with public holidays, and ${services.length} services.`;
  return `<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(place)}</title>
<meta name="description" content="${text(`${place}. ${summary}`)}">
<link rel="canonical" href="${text(url)}">
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="${outletStylesPath}">
<script type="application/ld+json">${json(structuredData(location, { url, name, hours, services }))}</script>
</head>
<body>
<header><a href="/locator/">Find a place</a></header>
<main>
<p class="kind">${text(description)}</p>
<h1>${text(name)}</h1>
<address>${[...linesOf(address), locality].filter(Boolean).map(text).join('<br>')}</address>
${phoneNumber === undefined ? '' : `<p><a href="tel:${text(phoneNumber.replace(/[^+\d]/g, ''))}">${text(phoneNumber)}</a></p>\n`}<p><a class="button" href="/locator/?place=${encodeURIComponent(id)}">Map, directions and whether it is open now</a></p>
${hours ? hoursSection(hours) : ''}${services.length > 0 ? servicesSection(services) : ''}</main>
<footer><p>Number ${text(id)}. Times are local. Hours can change at short notice: the map shows the latest.</p></footer>
</body>
</html>
`;
};

export const outletStyles = `:root{color-scheme:light dark;--text:light-dark(#1b1d21,#eceef1);--muted:light-dark(#5a5e66,#a9afb9);--ground:light-dark(#fff,#16181d);--border:light-dark(#dcdcd7,#383d46);--accent:light-dark(#b60f2a,#ff8a97)}
body{max-width:44rem;margin:0 auto;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
header{padding-bottom:.75rem;border-bottom:1px solid var(--border)}
a{color:var(--accent)}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}
.kind{margin:1.5rem 0 0;color:var(--muted)}
address{font-style:normal}
header a,.button{display:inline-block;padding:.6rem 0}
table{width:100%;border-collapse:collapse}
caption{padding:.75rem 0 .25rem;font-weight:600;text-align:start}
th{width:60%}
th,td{padding:.35rem .5rem .35rem 0;border-bottom:1px solid var(--border);font-weight:400;text-align:start;vertical-align:top}
footer{margin-top:2rem;color:var(--muted);font-size:.875rem}
@media print{header,.button{display:none}}
`;

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

const hoursSection = ({ week, special }: ShownHours): string => {
  const row = (name: string, open: readonly Interval[]) =>
    `<tr><th scope="row">${text(name)}</th><td>${text(formatDay(open))}</td></tr>\n`;
  const table = (caption: string, rows: string) => `<table><caption>${caption}</caption>\n${rows}</table>\n`;
  const usual = week.map((open, day) => row(dayNames[day] ?? '', open)).join('');
  const dates = special.map(({ first, last, open }) => row(formatDates(first, last), open)).join('');
  return `<h2>Opening hours</h2>\n${dates && table('Public holidays and other special days', dates)}${table('Usual week', usual)}`;
};

const servicesSection = (services: readonly string[]): string =>
  `<h2>Services</h2>\n<ul>\n${services.map((service) => `<li>${text(service)}</li>\n`).join('')}</ul>\n`;

const formatDay = (open: readonly Interval[]): string =>
  open.map(({ start, end }) => `${spokenTime(start)} – ${spokenTime(end)}`).join(', ') || 'Closed';

/** Formats a minute of the day, such as `9 am`, `12:30 pm` or `midnight`. */
const spokenTime = (minute: number): string => {
  if (minute % (24 * 60) === 0) return 'midnight';
  const hour = Math.floor(minute / 60);
  const past = minute % 60 === 0 ? '' : `:${String(minute % 60).padStart(2, '0')}`;
  return `${((hour + 11) % 12) + 1}${past} ${hour < 12 ? 'am' : 'pm'}`;
};

const dateFormat = new Intl.DateTimeFormat('en-AU', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

const formatDates = (first: CalendarDay, last: CalendarDay): string => {
  const [from, to] = [first, last].map((day) => dateFormat.format(day * dayMilliseconds));
  return first === last ? `${from}` : `${from} to ${to}`;
};

const linesOf = ({ addressLine1, addressLine2, addressLine3 }: Address): readonly string[] =>
  [addressLine1, addressLine2, addressLine3].flatMap((line) => line || []);

interface Structured {
  readonly url: string;
  readonly name: string;
  readonly hours: ShownHours | undefined;
  readonly services: readonly string[];
}

/** Describes the outlet in the vocabulary of schema.org, which has no types for parcel lockers and delivery centres. */
const structuredData = (location: Location, { url, name, hours, services }: Structured) => {
  const { type, coordinates, phoneNumber } = location;
  const address = principalAddress(location);
  return {
    '@context': 'https://schema.org',
    '@type': type === 'PO' || type === 'OS' ? 'PostOffice' : 'Place',
    '@id': url,
    url,
    name,
    address: {
      '@type': 'PostalAddress',
      // JSON omits undefined members.
      streetAddress: linesOf(address).join(', ') || undefined,
      addressLocality: address.suburb || undefined,
      addressRegion: address.state || undefined,
      postalCode: address.postcode || undefined,
      addressCountry: address.countryCode,
    },
    geo: { '@type': 'GeoCoordinates', latitude: coordinates.lat, longitude: coordinates.lon },
    telephone: phoneNumber,
    amenityFeature: services.map((service) => ({
      '@type': 'LocationFeatureSpecification',
      name: service,
      value: true,
    })),
    ...(hours && {
      openingHoursSpecification: hours.week.flatMap((open, day) =>
        untilLastMinute(open).map((interval) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: dayNames[day],
          ...opensAndCloses(interval),
        })),
      ),
      specialOpeningHoursSpecification: hours.special.flatMap(({ first, last, open }) => {
        const dates = { validFrom: formatIsoDate(first), validThrough: formatIsoDate(last) };
        // A closed day is described by two times at midnight.
        const shown = open.length > 0 ? untilLastMinute(open) : [{ start: 0, end: 0 }];
        return shown.map((interval) => ({
          '@type': 'OpeningHoursSpecification',
          ...dates,
          ...opensAndCloses(interval),
        }));
      }),
    }),
  };
};

const opensAndCloses = ({ start, end }: Interval) => ({ opens: formatTime(start), closes: formatTime(end) });

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const text = (plain: string): string => plain.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Formats JSON so that it cannot close the script element that contains it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Id of an outlet, and the date on which its page last changed. */
export interface SitemapEntry {
  readonly id: string;
  readonly changedOn: string;
}

const maxAddresses = 50_000;

/** Returns the sitemaps by path. If there are several, the first one lists the others. */
export const outletSitemaps = (
  entries: readonly SitemapEntry[],
  origin: string,
): ReadonlyMap<string, string> => {
  const parts: SitemapEntry[][] = [];
  for (let start = 0; start === 0 || start < entries.length; start += maxAddresses)
    parts.push(entries.slice(start, start + maxAddresses));
  const [only = [], ...others] = parts;
  if (others.length === 0) return new Map([[sitemapPath, sitemap(only, origin)]]);
  const paths = parts.map((_, index) => `/outlets/sitemap-${index + 1}.xml`);
  const list = paths.map((path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`).join('\n');
  return new Map([
    [sitemapPath, `${xml}<sitemapindex xmlns="${namespace}">\n${list}\n</sitemapindex>\n`],
    ...parts.map((part, index) => [paths[index] ?? '', sitemap(part, origin)] as const),
  ]);
};

const sitemapPath = '/outlets/sitemap.xml';

const xml = '<?xml version="1.0" encoding="utf-8"?>\n';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const sitemap = (entries: readonly SitemapEntry[], origin: string): string => {
  const urls = entries.map(
    ({ id, changedOn }) =>
      `<url><loc>${text(`${origin}${outletPath(id)}`)}</loc><lastmod>${changedOn}</lastmod></url>`,
  );
  return `${xml}<urlset xmlns="${namespace}">\n${urls.join('\n')}\n</urlset>\n`;
};
