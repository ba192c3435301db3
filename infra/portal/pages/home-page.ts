import { basePathOf } from '../../../shared/domain/access/service.ts';
import { escapeHtml } from '../layout/html.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { describedServices } from '../layout/services.ts';
import { readGuides } from './guides.ts';
import { renderMarkdown } from './markdown.ts';

/** What partners come for, with the pages that lead there. */
const jobs = [
  {
    title: 'Find places',
    about:
      'Search post offices, parcel lockers and post boxes by suburb, postcode, name or distance, and show whether they are open.',
    links: [
      ['Search near a point or a name', '/docs/locations/search/'],
      ['Show opening hours', '/docs/locations/hours/'],
      ['Try the locator', '/locator/'],
    ],
  },
  {
    title: 'Sync the network',
    about: 'Download the whole network as one file, then only what has changed since your last download.',
    links: [
      ['Download and update a copy', '/docs/locations/export/'],
      ['Sync to Postgres', '/docs/recipes/sync/'],
      ['Cache responses', '/docs/reliability/caching/'],
    ],
  },
  {
    title: 'Take bill payments',
    about: 'List billers, validate a reference before your customer pays, and submit enquiries safely.',
    links: [
      ['Check a bill before payment', '/docs/bills/validate/'],
      ['Submit an enquiry safely', '/docs/bills/enquiries/'],
      ['Build a payment form', '/docs/recipes/bill-form/'],
    ],
  },
] as const;

/** Returns the first request of the quickstart, whose response is recorded. */
const firstRequest = (): string => {
  const quickstart = readGuides().find(({ name }) => name === 'quickstart');
  const [block] = /^```request[\s\S]*?^```$/m.exec(quickstart?.body ?? '') ?? [];
  if (block === undefined) throw new Error('guides/quickstart.md must have a request block');
  return block;
};

/** Start page: three jobs, a first request with its response, how to get a key, and the services. */
export const homePage = (): PortalPage => ({
  path: '/',
  title: 'Waypost for developers',
  description:
    'HTTP services of a postal operator: find its locations, sync the network, and take bill payments.',
  content: `<div class="hero">
<h1>The postal network as an API</h1>
<p class="lead">Find any post office, parcel locker or post box, keep a copy of the whole network, and validate bills before they are paid.</p>
<p class="row"><a class="button primary" href="/docs/quickstart/">Get started in five minutes</a> <a class="button" href="/reference/">API reference</a></p>
</div>

<section aria-labelledby="jobs">
<h2 id="jobs">What do you want to build?</h2>
<ul class="cards plain-list">
${jobs
  .map(
    ({ title, about, links }) => `<li class="box"><h3>${title}</h3><p class="muted">${about}</p>
<ul class="plain-list">${links.map(([name, path]) => `<li><a href="${path}">${name}</a></li>`).join('')}</ul></li>`,
  )
  .join('\n')}
</ul>
</section>

<section aria-labelledby="first-request">
<h2 id="first-request">Your first request</h2>
<p>Every request carries an API key in the <code>AUTH-KEY</code> header. This one finds the post offices nearest to a suburb:</p>
${renderMarkdown(firstRequest(), 'home page').html}
</section>

<section aria-labelledby="get-a-key">
<h2 id="get-a-key">Get a key</h2>
<p>Request a key from <span data-setting="contact">the team that operates this API</span>. Tell us which services you need and your expected request rate. Sandbox keys can simulate 429 and 503 so that you can test your retry logic. If you run Waypost on your own machine, <code>npm start</code> writes a key to <code>.local/auth-key</code>.</p>
</section>

<section aria-labelledby="services">
<h2 id="services">Services</h2>
<dl class="guide-list">
${describedServices
  .map(
    ({ service, name, about }) =>
      `<div><dt><a href="/reference/${service}/">${name}</a> <code>${basePathOf[service]}</code></dt><dd>${escapeHtml(about)}</dd></div>`,
  )
  .join('\n')}
</dl>
</section>`,
});
