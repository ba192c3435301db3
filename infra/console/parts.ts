import { type Content, type Html, html } from '../portal/layout/html.ts';

const idOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

export const section = (title: string, ...contents: readonly Content[]): Html => {
  const id = `section-${idOf(title)}`;
  return html`<section class="box" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${contents}</section>`;
};

export const code = (text: string): Html => html`<code>${text}</code>`;

/** Formats a time in the operator's time zone, because the console runs on their machine. */
export const instant = (time: string): string =>
  new Date(time).toLocaleString('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });

/** Creates a list of facts. Leaves out facts without a value. */
export const facts = (entries: readonly (readonly [string, Content])[]): Html => {
  const given = entries.filter(([, value]) => value);
  return html`<dl class="facts">${given.map(([name, value]) => html`<dt class="muted">${name}</dt><dd>${value}</dd>`)}</dl>`;
};

export const list = (items: readonly Content[], look = 'plain-list'): Html | undefined =>
  items.length === 0
    ? undefined
    : html`<ul class="${look}">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

export const folded = (summary: string, ...contents: readonly Content[]): Html =>
  html`<details><summary>${summary}</summary>${contents}</details>`;

/** Creates a table, or a sentence if there are no rows. Wide tables can be scrolled, including with the keyboard. */
export const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Content[])[],
  none = 'There are none.',
): Html => {
  if (rows.length === 0) return html`<p class="muted">${none}</p>`;
  const row = (cells: readonly Content[]) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table>
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`;
};

/** A form field, named like the operation's input, so that problems can be shown beside it. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** Type of the input element (default: `text`). */
  readonly type?: string;
  readonly hint?: string;
  readonly required?: boolean;
}

type Values = Readonly<Record<string, string>>;

interface Form {
  readonly title: string;
  readonly path: string;
  readonly fields?: readonly Field[];
  readonly values?: Values;
  /** Further fields, which are initially collapsed, with one hint for all of them. */
  readonly more?: { readonly title: string; readonly hint: string; readonly fields: readonly Field[] };
  readonly mayEnd?: boolean;
  readonly button: string;
}

const until: Field = {
  name: 'until',
  label: 'Until',
  type: 'date',
  hint: 'last day of the change; if empty, it applies until it is undone',
};
const reason: Field = {
  name: 'reason',
  label: 'Reason',
  hint: 'for the history, without personal data',
  required: true,
};

/** Creates a section with a form, whose last field is the reason. The page's script sends only the changed values. */
export const formSection = ({ title, path, fields = [], values = {}, more, mayEnd, button }: Form): Html => {
  const inputs = (shown: readonly Field[]) =>
    html`<div class="fields">${shown.map((field) => inputOf(title, field, values[field.name]))}</div>`;
  const form = html`<form aria-label="${title}" data-path="${path}" novalidate>
${fields.length > 0 && inputs(fields)}
${more && folded(more.title, html`<p class="small muted">${more.hint}</p>`, inputs(more.fields))}
${inputs(mayEnd ? [until, reason] : [reason])}
<button type="submit" class="button primary">${button}</button>
</form>`;
  return section(title, form);
};

/** Creates the input for a field, with its hint and a place for its problem. */
const inputOf = (title: string, { name, label, type = 'text', hint, required }: Field, value?: string) => {
  const id = idOf(`${title} ${name}`);
  // Inputs remove line breaks, so a value with line breaks would count as changed.
  const line = value?.replaceAll(/[\r\n]+/g, ' ');
  return html`<div>
<label for="${id}">${label}</label>
<input class="input" id="${id}" name="${name}" type="${type}" value="${line}" autocomplete="off"
aria-describedby="${id}-hint ${id}-problem"${required && html` required`}>
<span id="${id}-hint" class="small muted">${hint}</span>
<span id="${id}-problem" class="problem error"></span>
</div>`;
};

/** Matches a command with its options and their values, or with a version. */
const commandLine =
  /(waypost (?:audit|publish|redrive|rollback|import|status|(?:locations|enquiries) \w+)(?: --?[\w-]+(?: [\w/][\w/-]*(?:\.[\w/-]+)*)?| \d{8}T[\w-]+)*)/;

export const sentence = (text: string): Html =>
  html`<span>${text.split(commandLine).map((part, index) => (index % 2 === 1 ? code(part) : part))}</span>`;
