import { exampleApi } from '../layout/code.ts';
import { escapeHtml } from '../layout/html.ts';
import { renderInline } from '../pages/markdown.ts';
import type { ApiCall } from '../samples/api-call.ts';
import { sampleCode, sampleLanguages } from '../samples/code-samples.ts';
import { fieldName, type NamedExample } from './examples.ts';
import { parameterGroups, type ReferenceOperation, type ReferenceParameter } from './operations.ts';
import { describeType, extensionMark, valueList } from './schema-list.ts';

/** Returns the parameters of an operation in groups, each with its description and its field. */
export const parameterSections = (
  { parameters }: ReferenceOperation,
  initial: NamedExample['values'],
): string =>
  parameterGroups
    .map((group) => {
      const rows = parameters
        .filter((parameter) => parameter.group === group)
        .map((parameter) => parameterRow(parameter, initial[fieldName(parameter)] ?? ''));
      const id = `group-${group.toLowerCase()}`;
      return rows.length === 0
        ? ''
        : `<section aria-labelledby="${id}">\n<h3 id="${id}">${titles[group] ?? group}</h3>\n${rows.join('\n')}\n</section>`;
    })
    .join('\n');

/** Returns the buttons that fill in the form. */
export const exampleButtons = (examples: readonly NamedExample[]): string =>
  `<div class="row controls" role="group" aria-label="Examples">${examples
    .map(
      ({ name, values }) =>
        `<button type="button" class="button" data-values="${escapeHtml(JSON.stringify(values))}">${escapeHtml(name)}</button>`,
    )
    .join(' ')} <button type="button" class="button" data-clear>Clear</button></div>`;

/** Returns the panel that shows a request, sends it, and shows the response. */
export const tryItPanel = (
  { method, canSimulate }: ReferenceOperation,
  call: ApiCall,
): string => `<div class="panel">
<h2 id="try-it">Try it</h2>
<p><code class="url" data-url>${method} ${exampleApi}${escapeHtml(call.path)}</code></p>
<p class="controls"><label for="sample-language">Sample in</label> <select id="sample-language" class="input" data-language>${sampleLanguages.map(({ id, name }) => `<option value="${id}">${name}</option>`).join('')}</select></p>
<div class="copyable" data-what="sample"><pre tabindex="0" aria-label="Sample"><code data-sample>${escapeHtml(sampleCode('curl', call, { api: exampleApi }) ?? '')}</code></pre></div>
<p class="controls" data-failures hidden>${
  canSimulate
    ? `<label for="simulate">Simulate a failure</label> <select id="simulate" class="input" name="header.waypost-simulate"><option value="">No</option><option value="429">429 Too Many Requests</option><option value="503">503 Service Unavailable</option></select>`
    : ''
}</p>
<p class="controls confirm" data-confirm hidden><label><input type="checkbox"> Send this request with my live key. Live requests are real.</label></p>
<p class="controls send"><button type="submit" class="button primary">Send</button></p>
<p class="visually-hidden" role="status"></p>
<section class="response" data-response aria-label="Response of the API" hidden></section>
</div>
<p class="send-bar"><button type="submit" class="button primary">Send</button> <span class="small muted">${method} <wbr>${escapeHtml(call.path.split('?')[0] ?? '')}</span></p>`;

const titles: Readonly<Record<string, string>> = { Path: 'In the path', Body: 'Request body' };

const parameterRow = (parameter: ReferenceParameter, value: string): string => {
  const { name, required, description, schema, values } = parameter;
  const id = fieldName(parameter);
  return `<div class="parameter">
<p><label for="${id}"><code>${escapeHtml(name).replaceAll(/[.[]/g, '<wbr>$&')}</code></label> <span class="muted">${escapeHtml(describeType(schema))}${required ? ', <strong>required</strong>' : ''}</span>${extensionMark(parameter)}</p>
<div class="muted" id="about-${id}">${renderInline(description)} ${valueList(values)}</div>
${field(parameter, id, value)}
</div>`;
};

const field = (
  { required, values, isChoice, example, schema }: ReferenceParameter,
  id: string,
  value: string,
): string => {
  const attributes = `id="${id}" name="${id}" aria-describedby="about-${id}"${required ? ' required' : ''}`;
  if (isChoice) {
    const options = values.map(
      (each) => `<option${each === value ? ' selected' : ''}>${escapeHtml(each)}</option>`,
    );
    return `<select class="input" ${attributes}><option value="">${required ? 'Choose' : 'Not sent'}</option>${options.join('')}</select>`;
  }
  const isCount = schema.type === 'integer' && (schema.minimum ?? -1) >= 0;
  return `<input class="input" ${attributes} value="${escapeHtml(value)}" placeholder="${escapeHtml(example ?? '')}"${patternOf(id)}${isCount ? ' inputmode="numeric"' : ''} autocapitalize="off" spellcheck="false">`;
};

/** Returns what a browser cannot send as it stands: other headers than ASCII, and path segments that move up. */
const patternOf = (id: string): string => {
  if (id.startsWith('header.')) return ' pattern="[ -~]*" title="Only ASCII characters"';
  return id.startsWith('path.') ? ' pattern="(?!\\.\\.?$).*" title="Not . or .."' : '';
};
