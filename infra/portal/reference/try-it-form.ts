import { exampleApi } from '../layout/code.ts';
import { type Html, html } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import type { ApiCall } from '../samples/api-call.ts';
import { sampleCode, sampleLanguages } from '../samples/code-samples.ts';
import { idempotencyAdvice, idempotencyHeader } from '../samples/idempotency-key.ts';
import { fieldName, type NamedExample } from './examples.ts';
import { parameterGroups, type ReferenceOperation, type ReferenceParameter } from './operations.ts';
import { aboutWithValues, describeType, extensionMark } from './schema-list.ts';

/** Returns an operation's parameters in groups, each with its description and form field. */
export const parameterSections = (
  { parameters }: ReferenceOperation,
  initial: NamedExample['values'],
): readonly Html[] => {
  const byGroup = Map.groupBy(parameters, ({ group }) => group);
  return parameterGroups.flatMap((group) => {
    const rows = byGroup.get(group)?.map((each) => parameterRow(each, initial[fieldName(each)] ?? ''));
    const id = `group-${group.toLowerCase()}`;
    return rows
      ? html`<section aria-labelledby="${id}"><h3 id="${id}">${titles[group] ?? group}</h3>${rows}</section>`
      : [];
  });
};

export const exampleButtons = (examples: readonly NamedExample[]): Html => {
  const buttons = examples.map(
    ({ name, values }) =>
      html`<button type="button" class="chip" data-values="${JSON.stringify(values)}">${name}</button>`,
  );
  return html`<div class="row controls" role="group" aria-label="Examples">${buttons}<button type="button" class="chip" data-clear>Clear</button></div>`;
};

/** Returns the panel that shows a request, sends it, and shows the response. */
export const tryItPanel = (
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
