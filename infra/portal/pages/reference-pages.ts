import { basePathOf } from '../../../shared/domain/access/service.ts';
import { escapeHtml } from '../layout/html.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { describedServices } from '../layout/services.ts';

const list: PortalPage = {
  path: '/reference/',
  title: 'Reference',
  description: 'Every operation, parameter, answer and error of the three services.',
  content: `<h1>Reference</h1>
<p>Every operation with its parameters, answers and errors, to be tried with <em>your key</em>. The same as OpenAPI 3.1, for your tools.</p>
<h2 class="visually-hidden">The services</h2>
<ul class="services">
${describedServices
  .map(
    ({ service, name, about }) => `<li class="card">
<h3><a href="/reference/${service}/">${name}</a></h3>
<p>${escapeHtml(about)}</p>
<p class="base"><code>${basePathOf[service]}</code></p>
<p><a href="/openapi/${service}.json">OpenAPI document<span class="visually-hidden"> of ${name}</span></a></p>
</li>`,
  )
  .join('\n')}
</ul>`,
};

/** The reference of each service, shown by the program at the address, and the list of them. */
export const referencePages = (program: string): readonly PortalPage[] => [
  list,
  ...describedServices.map(
    ({ service, name }): PortalPage => ({
      path: `/reference/${service}/`,
      title: `${name}: reference`,
      description: `Every operation, parameter, answer and error of ${name}.`,
      scripts: ['reference'],
      styles: ['reference'],
      loads: [
        { address: `/openapi/${service}.json`, as: 'fetch' },
        { address: program, as: 'script' },
      ],
      wide: true,
      content: `<h1 class="visually-hidden">${name}: reference</h1>
<div data-document="/openapi/${service}.json" data-program="${program}"><p class="reference-wait" role="status">The reference of ${name} is being loaded. It is also there <a href="/openapi/${service}.json">as an OpenAPI document</a>. If it does not come, load this page anew.</p></div>
<noscript><p class="reference-wait">To be shown here, the reference of ${name} needs JavaScript. It is also there <a href="/openapi/${service}.json">as an OpenAPI document</a>.</p></noscript>`,
    }),
  ),
];
