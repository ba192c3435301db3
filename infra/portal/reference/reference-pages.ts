import * as z from 'zod';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import { codeBlock, exampleApi } from '../layout/code.ts';
import { type Html, html } from '../layout/html.ts';
import { type NavigationGroup, type PortalPage, sidebar } from '../layout/page.ts';
import { plainText, renderInline, renderMarkdown } from '../pages/markdown.ts';
import { type ApiCall, callOfForm } from '../samples/api-call.ts';
import { sampleCode, sampleLanguages } from '../samples/code-samples.ts';
import { idempotencyAdvice, idempotencyHeader } from '../samples/idempotency-key.ts';
import { examplesOf, fieldName, type NamedExample } from './examples.ts';
import {
  parameterGroups,
  type ReferenceOperation,
  type ReferenceParameter,
  type ReferenceResponse,
  type ReferenceService,
  referenceServices,
} from './operations.ts';
import { aboutWithValues, describeType, extensionMark, schemaList } from './schema-list.ts';

export const referencePages = (): readonly PortalPage[] => {
  const services = referenceServices();
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
  return pages.map((page) => ({ ...page, sidebar: sidebar('Reference', groups, page.path) }));
};

const overviewPage = (services: readonly ReferenceService[]): PortalPage => ({
  path: '/reference/',
  title: 'API reference',
  description: 'Every operation of the three services: parameters, responses, errors, and a form to try it.',
  section: 'Reference',
  content: html`<h1>API reference</h1>
<p class="lead">Every operation with its parameters, responses and errors. Enter your key to try them here.</p>
${services.map(
  ({ service, name, about, operations }) => html`<section aria-labelledby="${service}">
<h2 id="${service}"><a href="/reference/${service}/">${name}</a></h2>
<p>${about}</p>
${operationList(operations)}
</section>`,
)}`,
});

const servicePage = ({ service, name, info, operations }: ReferenceService): PortalPage => ({
  path: `/reference/${service}/`,
  title: `${name} reference`,
  description: `All operations of ${name}, and the rules that apply to each of them.`,
  section: 'Reference',
  sections: [{ text: plainText(info.description) }],
  content: html`<p class="small muted"><a href="/reference/">Reference</a></p>
<h1>${name}</h1>
<p class="endpoint"><span class="method">Version ${info.version}</span> <code>${basePathOf[service]}</code></p>
<h2 id="operations">Operations</h2>
${operationList(operations)}
<p>For code generators and other tools: <a href="/openapi/${service}.json">the OpenAPI 3.1 document of ${name}</a>.</p>
<h2 id="rules">Rules for all operations</h2>
${renderMarkdown(info.description).html}`,
});

const operationList = (operations: readonly ReferenceOperation[]): Html =>
  html`<ul class="operations">${operations.map(
    (operation) =>
      html`<li><a href="${operation.page}">${operation.summary}</a>${markOf(operation)} <span class="muted"><code><span class="method">${operation.method}</span> ${operation.path}</code></span></li>`,
  )}</ul>`;

const markOf = (part: { readonly 'x-waypost-extension'?: true | undefined }) =>
  part['x-waypost-extension'] && extensionMark;

const operationPage = (operation: ReferenceOperation, service: ReferenceService): PortalPage => {
  const { page, summary, description, method, path, parameters, responses } = operation;
  const examples = examplesOf(operation);
  const initial = examples[0]?.values ?? {};
  const call = callOfForm(operation.call, initial);
  const described = parameters.map((each) => `\`${each.name}\`: ${each.description}`);
  return {
    path: page,
    title: summary,
    description: plainText(description.split('\n\n')[0] ?? '').replaceAll('\n', ' '),
    script: 'reference',
    section: service.name,
    sections: [
      { text: `${method} ${path} ${operation.operationId}\n${plainText(description)}` },
      ...(parameters.length > 0
        ? [
            {
              heading: { id: 'parameters', text: 'Parameters', depth: 2 },
              text: plainText(described.join('\n\n')),
            },
          ]
        : []),
    ],
    content: html`<article class="operation">
<header>
<p class="small muted"><a href="/reference/">Reference</a> <span aria-hidden="true">/</span> <a href="/reference/${service.service}/">${service.name}</a></p>
<h1>${summary}</h1>
<p class="endpoint"><span class="method">${method}</span> <code>${path.split('/').map((part, index) => html`${index > 0 && html`/<wbr>`}${part}`)}</code>${markOf(operation)}</p>
${renderMarkdown(description).html}
<dl class="facts">
<div><dt class="muted">Key</dt><dd>${scopesOf(operation)}</dd></div>
<div><dt class="muted">Operation ID</dt><dd><code>${operation.operationId}</code></dd></div>
</dl>
</header>
<form class="try-it" autocomplete="off" data-operation="${JSON.stringify(operation.call)}"><fieldset disabled>
${parameters.length > 0 && html`<div class="parameters"><h2 id="parameters">Parameters</h2>${exampleButtons(examples)}${parameterSections(operation, initial)}</div>`}
${tryItPanel(operation, call)}
</fieldset></form>
<div class="responses">
<h2 id="response">Response</h2>
${responses.filter(isSuccess).map(responseSection)}
<h2 id="errors">Errors</h2>
<p>Every error has a code. <a href="/docs/reliability/error-codes/">Error codes</a> explains each code, and says when to retry.</p>
<dl class="errors">${responses.filter((each) => !isSuccess(each)).map(errorItem)}</dl>
</div>
</article>`,
  };
};

/** Returns an operation's parameters in groups, each with its description and form field. */
const parameterSections = ({ parameters }: ReferenceOperation, initial: NamedExample['values']) =>
  parameterGroups.map((group) => {
    const ofGroup = parameters.filter((each) => each.group === group);
    const id = `group-${group.toLowerCase()}`;
    const rows = ofGroup.map((each) => parameterRow(each, initial[fieldName(each)] ?? ''));
    return (
      rows.length > 0 &&
      html`<section aria-labelledby="${id}"><h3 id="${id}">${titles[group] ?? group}</h3>${rows}</section>`
    );
  });

const exampleButtons = (examples: readonly NamedExample[]): Html => {
  const buttons = examples.map(
    ({ name, values }) =>
      html`<button type="button" class="chip" data-values="${JSON.stringify(values)}">${name}</button>`,
  );
  return html`<div class="row controls" role="group" aria-label="Examples">${buttons}<button type="button" class="chip" data-clear>Clear</button></div>`;
};

/** Returns the panel that shows a request, sends it, and shows the response. */
const tryItPanel = (
  { method, canSimulate }: ReferenceOperation,
  call: ApiCall,
): Html => html`<div class="panel">
<h2 id="try-it">Try it</h2>
<p class="notice"><code data-url>${method} ${exampleApi}${call.path}</code></p>
<p class="controls"><label for="sample-language">Sample in</label> <select id="sample-language" class="input" data-language>${sampleLanguages.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></p>
<div class="copyable" data-what="sample"><pre tabindex="0" aria-label="Sample"><code data-sample>${sampleCode('curl', call, { api: exampleApi })}</code></pre></div>
${idempotencyHeader in call.headers && html`<p class="small">${renderInline(idempotencyAdvice)}</p>`}
<p class="controls" data-failures hidden>${
  canSimulate &&
  html`<label for="simulate">Simulate a failure</label> <select id="simulate" class="input" name="header.waypost-simulate"><option value="">No</option><option value="429">429 Too Many Requests</option><option value="503">503 Service Unavailable</option></select>`
}</p>
<p class="controls notice" data-confirm hidden><label><input type="checkbox"> Send this request with my live key. Live requests are real.</label></p>
<p class="controls send"><button type="submit" class="button primary">Send</button></p>
<p class="visually-hidden" role="status"></p>
<section class="response" data-response aria-label="Response of the API" hidden></section>
</div>
<p class="row send-bar"><button type="submit" class="button primary">Send</button> <span class="small muted">${method} <wbr>${call.path.split('?')[0]}</span></p>`;

const titles: Readonly<Record<string, string>> = { Path: 'In the path', Body: 'Request body' };

const parameterRow = (parameter: ReferenceParameter, value: string): Html => {
  const { name, required, description, schema, values } = parameter;
  const id = fieldName(parameter);
  const label = name.split(/(?=[.[])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`);
  return html`<div class="parameter">
<p><label for="${id}"><code>${label}</code></label> <span class="muted">${describeType(schema)}${required && html`, <strong>required</strong>`}</span>${parameter['x-waypost-extension'] && extensionMark}</p>
<div class="muted" id="about-${id}">${renderInline(aboutWithValues(description, values))}</div>
${field(parameter, id, value)}
</div>`;
};

const field = (
  { required, values, isChoice, example, schema }: ReferenceParameter,
  id: string,
  value: string,
): Html => {
  const attributes = html`id="${id}" name="${id}" aria-describedby="about-${id}"${required && html` required`}`;
  if (isChoice) {
    const options = values.map((each) => html`<option${each === value && html` selected`}>${each}</option>`);
    return html`<select class="input" ${attributes}><option value="">${required ? 'Choose' : 'Not sent'}</option>${options}</select>`;
  }
  const isCount = schema.type === 'integer' && (schema.minimum ?? -1) >= 0;
  return html`<input class="input" ${attributes} value="${value}" placeholder="${example}"${patternOf(id)}${isCount && html` inputmode="numeric"`} autocapitalize="off" spellcheck="false">`;
};

/** Returns a pattern that rejects what browsers cannot send unchanged: non-ASCII headers, and . and .. as segments. */
const patternOf = (id: string): Html | false => {
  if (id.startsWith('header.')) return html` pattern="[ -~]*" title="Only ASCII characters"`;
  return id.startsWith('path.') && html` pattern="(?!\.\.?$).*" title="Not . or .."`;
};

type StatusResponse = readonly [status: string, response: ReferenceResponse];

const isSuccess = ([status]: StatusResponse): boolean => status < '400';

const scopesOf = ({ scopes }: ReferenceOperation): Html =>
  scopes.length === 0
    ? html`This operation needs no key.`
    : html`With the scope ${scopes.map((scope, index) => html`${index > 0 && ' or '}<code>${scope}</code>`)}. <a href="/docs/concepts/authentication/">Keys and scopes</a>`;

const responseSection = ([status, response]: StatusResponse): Html => {
  const bodies = Object.entries(response.content).map(
    ([
      type,
      { schema, example },
    ]) => html`<p><code>${type}</code> <span class="muted">${describeType(schema)}</span></p>
${schemaList(schema)}
<details><summary>Example</summary>${codeBlock(JSON.stringify(example, null, 2), 'json', 'example response')}</details>`,
  );
  const headers = Object.entries(response.headers).map(
    ([name, header]) =>
      html`<li><code>${name}</code>${markOf(header)} <span class="about muted">${renderInline(header.description)}</span></li>`,
  );
  return html`<section aria-labelledby="response-${status}">
<h3 id="response-${status}">${status}${markOf(response)}</h3>
<p>${renderInline(response.description)}</p>
${bodies}
${headers.length > 0 && html`<details><summary>Headers</summary><ul class="members">${headers}</ul></details>`}
</section>`;
};

const errorBody = z.object({ errors: z.tuple([z.object({ code: z.string(), detail: z.string() })]) });

/** Returns the error in a response's example. The 503 response of `health` has none. */
const errorIn = ({ content }: ReferenceResponse) =>
  errorBody.safeParse(Object.values(content)[0]?.example).data?.errors[0];

const errorItem = ([status, response]: StatusResponse): Html => {
  const error = errorIn(response);
  const link =
    error &&
    html` <a href="/docs/reliability/error-codes/#${error.code.toLowerCase().replaceAll('_', '-')}"><code>${error.code}</code></a>`;
  const example = error && html`<br><span class="muted">For example: ${error.detail}</span>`;
  return html`<div><dt>${status}${link}</dt><dd>${renderInline(response.description)}${example}</dd></div>`;
};
