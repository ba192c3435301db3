import * as z from 'zod';
import { escapeHtml } from '../layout/html.ts';
import { callOfRequest } from './api-call.ts';
import { callOperations } from './call-operations.ts';
import { sampleCode, sampleLanguages } from './code-samples.ts';
import {
  browserOrigin,
  type RecordedAnswer,
  type RecordedRequest,
  recordedAnswerOf,
  sampleKeys,
} from './recorded-answers.ts';

/**
 * Block with the language `request` in a guide: a request, samples in all languages, and its real answer.
 *
 *     ```request key=sandbox lines=20 answer=both
 *     POST /bill-management-api/v1/enquiries
 *     Idempotency-Key: 2b9d0f0e
 *
 *     {"firstname":"Ada"}
 *     ```
 */
export interface RequestBlock extends RecordedRequest {
  /** Parts of the answer that are shown. */
  readonly answer: 'body' | 'headers' | 'both' | 'none';
  /** Name that a guide gave to the request. */
  readonly name?: string | undefined;
}

const options = z.strictObject({
  key: z.enum(sampleKeys).default('partner'),
  lines: z.coerce.number().int().min(3).max(80).default(24),
  answer: z.enum(['body', 'headers', 'both', 'none']).default('body'),
  name: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens')
    .optional(),
});

const methods = z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], {
  error: 'must be a method, followed by a path',
});

/** Syntax error in a block, with the place where it is. */
class InvalidRequestBlock extends Error {
  override readonly name = 'InvalidRequestBlock';
}

/**
 * Parses a request block: `info` is what follows the word `request`, such as `key=sandbox lines=20`; the text is
 * `METHOD /path`, then header lines, then an empty line and a body of JSON. `place` names guide and line in errors.
 * Throws InvalidRequestBlock.
 */
export const parseRequestBlock = (info: string, text: string, place = 'request'): RequestBlock => {
  const fail = (problem: string): never => {
    throw new InvalidRequestBlock(`${place}: ${problem}`);
  };
  const pairs = info.split(/\s+/).filter(Boolean).map(splitAt('='));
  const { data: chosen, error } = options.safeParse(Object.fromEntries(pairs));
  if (!chosen) return fail(z.prettifyError(error).replaceAll('\n', ' '));
  const [head = '', ...rest] = text.trim().split(/\n[ \t]*\n/);
  const [first = '', ...headerLines] = head.split('\n').map((line) => line.trim());
  const [method, path] = splitAt(' ')(first);
  const { data: known } = methods.safeParse(method);
  if (!known || !path.startsWith('/'))
    return fail(`"${first}" is not a method and a path, such as "GET /locations/v3/workcentres?size=1"`);
  const headers = headerLines.map(splitAt(':'));
  for (const [name] of headers) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) fail(`"${name}" is not the name of a header`);
    if (name.toLowerCase() === 'auth-key') fail('AUTH-KEY is added by itself; choose it with key=');
  }
  const body = rest.length > 0 ? rest.join('\n\n') : undefined;
  if (body !== undefined) {
    try {
      JSON.parse(body);
    } catch {
      fail('the body is not JSON');
    }
  }
  const { key, lines, answer, name } = chosen;
  const named = new Map(headers.map(([header, value]) => [header.toLowerCase(), value]));
  // Browsers send it by themselves.
  if (key === 'browser' && !named.has('origin')) named.set('origin', browserOrigin);
  const call = callOfRequest(callOperations(), known, path, {
    headers: Object.fromEntries(named),
    body,
    hasKey: key !== 'none',
  });
  return { call, key, lines, answer, name };
};

/** Parses and renders a block with its recorded answer, as pages show it. Throws InvalidRequestBlock. */
export const renderRequest = (info: string, text: string, highlight?: Highlight, place?: string): string => {
  const block = parseRequestBlock(info, text, place);
  return renderRequestBlock(block, recordedAnswerOf(block), highlight);
};

/** Returns a block as Markdown: the sample for curl, and its recorded answer. Throws InvalidRequestBlock. */
export const requestMarkdown = (info: string, text: string, place?: string): string => {
  const block = parseRequestBlock(info, text, place);
  const sample = sampleCode('curl', block.call, { printsHead: block.answer === 'headers' });
  const { status, headers = {}, body = '' } = recordedAnswerOf(block) ?? {};
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown = [
    `HTTP ${status}`,
    ...(block.answer === 'body' ? [] : head),
    ...(block.answer === 'headers' || body === '' ? [] : ['', body]),
  ];
  const response = status === undefined || block.answer === 'none' ? [] : ['```http', ...shown, '```'];
  return ['```sh', sample, '```', ...response].join('\n');
};

/** Returns code as HTML. Without a highlighter it is only escaped. */
export type Highlight = (code: string, language: string) => string;

/**
 * Renders a block. Each language is a `details` element, of which the first is open, so that all can be read without
 * JavaScript; a script of the page turns `[data-tabs]` into ARIA tabs, named by each `summary`. The answer follows them.
 */
export const renderRequestBlock = (
  { call, answer: shown, key }: RequestBlock,
  answer: RecordedAnswer | undefined,
  highlight: Highlight = escapeHtml,
): string => {
  const tabs = sampleLanguages.flatMap(({ id, name, highlight: language }) => {
    const text = sampleCode(id, call, {
      printsHead: shown === 'headers',
      isBrowserKey: key === 'browser',
    });
    return text === undefined ? [] : [tab(id, name, highlight(text.trimEnd(), language))];
  });
  const title = `${call.method} ${call.path}`;
  return `<div class="request">
<p class="request-line"><code>${escapeHtml(title)}</code>${keyLabels[key]}</p>
<div class="language-tabs" data-tabs="language" data-label="${escapeHtml(`Samples of ${title}`)}">
${tabs.map((each, index) => (index === 0 ? each.replace('<details', '<details open') : each)).join('\n')}
</div>
${shown === 'none' ? '' : renderAnswer(answer, shown, highlight)}</div>
`;
};

const tab = (id: string, name: string, html: string): string =>
  `<details class="tab" data-tab="${id}"><summary>${name}</summary><div class="copyable" data-what="${name}"><pre tabindex="0"><code>${html}</code></pre></div></details>`;

const keyLabels: Readonly<Record<RequestBlock['key'], string>> = {
  partner: '',
  sandbox: ' <span class="request-key">sandbox key</span>',
  browser: ' <span class="request-key">browser key</span>',
  none: ' <span class="request-key">no key</span>',
};

/** Renders an answer: status, headers and body. */
const renderAnswer = (
  answer: RecordedAnswer | undefined,
  shown: 'body' | 'headers' | 'both' = 'both',
  highlight: Highlight = escapeHtml,
): string => {
  if (!answer) return '<p class="answer-missing">No response is recorded yet.</p>\n';
  const { status, headers, body } = answer;
  const head = Object.entries(headers)
    .map(([name, value]) => `<span class="header-name">${escapeHtml(name)}</span>: ${escapeHtml(value)}`)
    .join('\n');
  const kind = status < 300 ? 'success' : status < 400 ? 'redirect' : 'error';
  return `<figure class="answer">
<figcaption>Response <span class="status status-${kind}">${status} ${reasons[status] ?? ''}</span></figcaption>
${shown === 'body' || head === '' ? '' : `<pre class="answer-headers" tabindex="0"><code>${head}</code></pre>\n`}${
  shown === 'headers' || body === undefined
    ? ''
    : `<pre class="answer-body" tabindex="0"><code>${highlight(body, 'json')}</code></pre>\n`
}</figure>
`;
};

const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const splitAt =
  (mark: string) =>
  (text: string): [string, string] => {
    const index = text.indexOf(mark);
    return index < 0 ? [text, ''] : [text.slice(0, index).trim(), text.slice(index + mark.length).trim()];
  };
