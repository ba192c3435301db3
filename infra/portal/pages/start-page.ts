import { basePathOf } from '../../../shared/domain/access/service.ts';
import { codeBlock } from '../layout/code.ts';
import { escapeHtml } from '../layout/html.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { describedServices } from '../layout/services.ts';

const services = describedServices
  .map(
    ({ service, name, about }) => `<li class="card">
<h3>${name}</h3>
<p>${escapeHtml(about)}</p>
<p class="base"><code>${basePathOf[service]}</code></p>
<p><a href="/reference/${service}/">Reference<span class="visually-hidden"> of ${name}</span></a></p>
</li>`,
  )
  .join('\n');

/** Where newcomers arrive: what there is, three requests to copy, and where to get a key. */
export const startPage = (): PortalPage => ({
  path: '/',
  title: 'Waypost for developers',
  description: 'Three HTTP services of a postal operator: places of its network, and billers.',
  content: `<div class="hero">
<h1>The postal network, as three HTTP services</h1>
<p class="lead">Every post office, delivery centre, street post box, parcel locker and outstation by place or by name, the whole network as one download, and the billers whose bills are paid at the counter.</p>
<p class="actions"><a class="button primary" href="#first-requests">Make a request</a> <a class="button" href="/locator/">See the network on a map</a></p>
</div>

<section aria-labelledby="services">
<h2 id="services">Three services</h2>
<ul class="services">
${services}
</ul>
</section>

<section aria-labelledby="first-requests">
<h2 id="first-requests">Three first requests</h2>
<p>Every request carries your key in the header <code>AUTH-KEY</code>. Keep it in a variable of your shell, so that it is in none of your commands:</p>
${codeBlock('curl -H "AUTH-KEY: $AUTH_KEY" "$API/locations/v3/workcentres?near=Fitzroy&size=2"', 'sh', 'first request')}
</section>

<section aria-labelledby="get-a-key">
<h2 id="get-a-key">Get a key</h2>
<p>Whoever runs this API issues keys: ask the people who gave you this address. Say which services you need and how many requests a second; a key for tests (a <em>sandbox</em> key) can also ask to be refused, so that you see how your program <a href="/docs/reliability/errors/">backs off</a>. On a stack that you started yourself, <code>npm start</code> prints a key and keeps it in <code>.local/auth-key</code>.</p>
<p>The button <em>Enter your key</em> at the top keeps a key in this tab alone: the <a href="/reference/">reference</a> and the <a href="/locator/">locator</a> then ask with it.</p>
</section>
`,
});
