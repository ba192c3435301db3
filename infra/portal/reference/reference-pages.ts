import * as z from 'zod';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { addressNote, codeBlock, withAddresses } from '../layout/code.ts';
import { escapeHtml } from '../layout/html.ts';
import { type NavigationGroup, sidebar } from '../layout/navigation.ts';
import type { PortalPage } from '../layout/portal-page.ts';
import { describedServices } from '../layout/services.ts';
import { plainText, renderInline, renderMarkdown } from '../pages/markdown.ts';
import { sampleCode } from '../samples/code-samples.ts';
import { examplesOf } from './examples.ts';
import { requestOf } from './form-request.ts';
import {
  type ReferenceOperation,
  type ReferenceResponse,
  type ReferenceService,
  referenceServices,
  toCallOperation,
} from './operations.ts';
import { describeType, extensionMark, schemaList } from './schema-list.ts';
import { exampleButtons, parameterSections, tryItPanel } from './try-it-form.ts';

/** The overview of the reference, a page for each service, and a page for each operation. */
export const referencePages = (): readonly PortalPage[] => {
  const all = referenceServices();
  const services = describedServices.map(({ service, name, about }) => {
    const found = all.find((each) => each.service === service);
    if (!found) throw new Error(`there is no OpenAPI document of ${service}`);
    return { ...found, name, about };
  });
  const groups: readonly NavigationGroup[] = services.map(({ service, name, operations }) => ({
    title: name,
    links: [
      { path: `/reference/${service}/`, title: 'Overview' },
      ...operations.map(({ page, summary }) => ({ path: page, title: summary })),
    ],
  }));
  const pages = [
    overviewPage(services),
    ...services.map(servicePage),
    ...services.flatMap((service) => service.operations.map((each) => operationPage(each, service))),
  ];
  return pages.map((page) => ({
    ...page,
    styles: ['reference'],
    sidebar: sidebar('Reference', groups, page.path),
  }));
};

interface NamedService extends ReferenceService {
  readonly name: string;
  /** HTML. */
  readonly about: string;
}

const overviewPage = (services: readonly NamedService[]): PortalPage => ({
  path: '/reference/',
  title: 'API reference',
  description: 'Every operation of the three services: parameters, responses, errors, and a form to try it.',
  section: 'Reference',
  content: `<h1>API reference</h1>
<p class="lead">Every operation with its parameters, responses and errors. Enter your key to try them here.</p>
${services
  .map(
    ({ service, name, about, operations }) => `<section aria-labelledby="${service}">
<h2 id="${service}"><a href="/reference/${service}/">${name}</a></h2>
<p>${about}</p>
${operationList(operations)}
</section>`,
  )
  .join('\n')}`,
});

const servicePage = ({ service, name, info, operations }: NamedService): PortalPage => ({
  path: `/reference/${service}/`,
  title: `${name} reference`,
  description: `All operations of ${name}, and the rules that apply to each of them.`,
  section: 'Reference',
  searchTexts: [{ heading: undefined, text: plainText(info.description) }],
  content: `<p class="small muted"><a href="/reference/">Reference</a></p>
<h1>${name}</h1>
<p class="endpoint"><span class="method">Version ${info.version}</span> <code>${basePathOf[service]}</code></p>
<h2 id="operations">Operations</h2>
${operationList(operations)}
<p>For code generators and other tools: <a href="/openapi/${service}.json">the OpenAPI 3.1 document of ${name}</a>.</p>
<h2 id="rules">Rules for all operations</h2>
${renderMarkdown(info.description).html}`,
});

const operationList = (operations: readonly ReferenceOperation[]): string => `<ul class="operations">
${operations
  .map(
    (operation) =>
      `<li><a href="${operation.page}">${escapeHtml(operation.summary)}</a>${extensionMark(operation)} <code><span class="method">${operation.method}</span> ${operation.path}</code></li>`,
  )
  .join('\n')}
</ul>`;

const operationPage = (operation: ReferenceOperation, service: NamedService): PortalPage => {
  const { page, summary, description, method, path, parameters } = operation;
  const examples = examplesOf(operation);
  const form = { ...toCallOperation(service.service, operation), needsKey: operation.scopes.length > 0 };
  const initial = examples[0]?.values ?? {};
  const call = requestOf(form, initial);
  const successes = operation.responses.filter(([status]) => status < '400');
  const failures = operation.responses.filter(([status]) => status >= '400');
  const described = parameters.map((each) => `\`${each.name}\`: ${each.description}`);
  return {
    path: page,
    title: summary,
    description: plainText(description.split('\n\n')[0] ?? '').replaceAll('\n', ' '),
    scripts: ['reference'],
    section: service.name,
    searchTexts: [
      { heading: undefined, text: `${method} ${path} ${operation.operationId}\n${plainText(description)}` },
      ...(parameters.length > 0
        ? [{ heading: { id: 'parameters', text: 'Parameters' }, text: plainText(described.join('\n\n')) }]
        : []),
    ],
    markdown: withAddresses(
      `# ${summary}\n\n${addressNote}\n\n\`${method} ${path}\`\n\n${description}\n\n## Parameters\n\n${described.map((line) => `- ${line}\n`).join('')}\n## Example\n\n\`\`\`sh\n${sampleCode('curl', call)}\n\`\`\`\n`,
    ),
    content: `<article class="operation">
<header>
<p class="small muted"><a href="/reference/">Reference</a> <span aria-hidden="true">/</span> <a href="/reference/${service.service}/">${service.name}</a></p>
<h1>${escapeHtml(summary)}</h1>
<p class="endpoint"><span class="method">${method}</span> <code>${path.replaceAll('/', '/<wbr>')}</code>${extensionMark(operation)}</p>
${renderMarkdown(description).html}
<dl class="facts">
<div><dt>Key</dt><dd>${scopesOf(operation)}</dd></div>
<div><dt>Operation ID</dt><dd><code>${operation.operationId}</code></dd></div>
</dl>
</header>
<form class="try-it" autocomplete="off" data-operation="${escapeHtml(JSON.stringify(form))}"><fieldset disabled>
${parameters.length > 0 ? `<div class="parameters">\n<h2 id="parameters">Parameters</h2>\n${exampleButtons(examples)}\n${parameterSections(operation, initial)}\n</div>` : ''}
${tryItPanel(operation, call)}
</fieldset></form>
<div class="responses">
<h2 id="response">Response</h2>
${successes.map(([status, response]) => responseSection(status, response)).join('\n')}
<h2 id="errors">Errors</h2>
<p>Every error has a code. <a href="/docs/reliability/errors/">Errors</a> explains each code and when to retry.</p>
<dl class="errors">
${failures.map(errorItem).join('\n')}
</dl>
</div>
</article>`,
  };
};

const scopesOf = ({ scopes }: ReferenceOperation): string =>
  scopes.length === 0
    ? 'This operation needs no key.'
    : `With the scope ${scopes.map((scope) => `<code>${scope}</code>`).join(' or ')}. <a href="/docs/concepts/authentication/">Keys and scopes</a>`;

const responseSection = (status: string, response: ReferenceResponse): string => {
  const bodies = Object.entries(response.content).map(
    ([
      type,
      { schema, example },
    ]) => `<p><code>${type}</code> <span class="muted">${escapeHtml(describeType(schema))}</span></p>
${schemaList(schema)}
<details><summary>Example</summary>${codeBlock(JSON.stringify(example, null, 2), 'json', 'example response')}</details>`,
  );
  const headerItems = Object.entries(response.headers).map(
    ([name, header]) =>
      `<li><code>${name}</code>${extensionMark(header)} <span class="about muted">${renderInline(header.description)}</span></li>`,
  );
  return `<section aria-labelledby="response-${status}">
<h3 id="response-${status}">${status}${extensionMark(response)}</h3>
<p>${renderInline(response.description)}</p>
${bodies.join('\n')}
${headerItems.length > 0 ? `<details><summary>Headers</summary><ul class="members">${headerItems.join('')}</ul></details>` : ''}
</section>`;
};

const errorBody = z.object({ errors: z.tuple([z.object({ code: z.string(), detail: z.string() })]) });

/** The 503 of `health` has no error. */
const errorItem = ([status, { description, content }]: readonly [string, ReferenceResponse]): string => {
  const [error] = errorBody.safeParse(Object.values(content)[0]?.example).data?.errors ?? [];
  const link = error
    ? ` <a href="/docs/reliability/errors/#${error.code.toLowerCase().replaceAll('_', '-')}"><code>${error.code}</code></a>`
    : '';
  const example = error ? `<br><span class="muted">For example: ${escapeHtml(error.detail)}</span>` : '';
  return `<div><dt>${status}${link}</dt><dd>${renderInline(description)}${example}</dd></div>`;
};
