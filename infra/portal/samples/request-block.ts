import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { lazy } from '../../../shared/domain/lazy.ts';
import { codeBlock, highlight } from '../layout/code.ts';
import { type Html, html } from '../layout/html.ts';
import { statusKind, statusText } from '../layout/status-text.ts';
import { referenceServices } from '../reference/operations.ts';
import { callOf } from './api-call.ts';
import { sampleCode, sampleLanguages } from './code-samples.ts';
import { idempotencyHeader, keyPlaceholder, sampleIdempotencyKey } from './idempotency-key.ts';
import { browserOrigin, type RecordedAnswer, recordedAnswerOf, sampleKeys } from './recorded-answers.ts';

/**
 * Block with the language `request` in a guide: a request, samples in all languages, and its real response.
 *
 *     ```request key=sandbox lines=20 answer=both
 *     POST /bill-management-api/v1/enquiries
 *     Idempotency-Key: {key}
 *
 *     {"firstname":"Ada"}
 *     ```
 */
type RequestBlock = ReturnType<typeof parseRequestBlock>;
export type PlacedRequest = ReturnType<typeof requestsIn>[number];

const portal = fileURLToPath(new URL('../', import.meta.url));

/** Returns the request blocks of all guides and pages, in recording order. Throws if one is invalid. */
export const placedRequests = (): readonly PlacedRequest[] =>
  globSync('{guides,pages}/**/*.md', { cwd: portal })
    .toSorted()
    .flatMap((file) => requestsIn(`infra/portal/${file}`, readFileSync(`${portal}${file}`, 'utf8')));

/** Returns the request blocks of a guide with their places, such as `infra/portal/guides/quickstart.md:23`. */
export const requestsIn = (file: string, markdown: string) =>
  [...markdown.matchAll(/^( *)```request\b(.*)\n([\s\S]*?)^\1```/gm)].map((match) => {
    const [, , info = '', text = ''] = match;
    const place = `${file}:${markdown.slice(0, match.index).split('\n').length}`;
    return { ...parseRequestBlock(info, text, place), place };
  });

const options = z.strictObject({
  key: z.enum(sampleKeys).default('partner'),
  lines: z.coerce.number().int().min(3).max(80).default(24),
  /** Parts of the response to show. */
  answer: z.enum(['body', 'headers', 'both']).default('body'),
});

/**
 * Parses a request block. `info` follows the word `request`, such as `key=sandbox lines=20`. `text` is `METHOD /path`,
 * header lines, an empty line and a JSON body. The idempotency key `{key}` is replaced with a key that depends on the
 * body. Throws an error that begins with `place`, the guide and line.
 */
export const parseRequestBlock = (info: string, text: string, place = 'request') => {
  const fail = (problem: string): never => {
    throw new Error(`${place}: ${problem}`);
  };
  const pairs = info.trim().split(/\s+/).filter(Boolean);
  const { data: chosen, error } = options.safeParse(Object.fromEntries(pairs.map((pair) => pair.split('='))));
  if (!chosen) return fail(z.prettifyError(error).replaceAll('\n', ' '));
  const [head = '', ...rest] = text.trim().split(/\n[ \t]*\n/);
  const [first = '', ...headerLines] = head.split('\n').map((line) => line.trim());
  const [, method = '', target = ''] = /^([A-Z]+) (\/.*)$/.exec(first) ?? [];
  const matched = matchOperation(method, target);
  if (!matched) return fail(`"${first}" is not the method and path of an operation`);
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const [, name = '', value = ''] =
      /^([A-Za-z0-9-]+): *(.*)$/.exec(line) ?? fail(`"${line}" is not a header`);
    if (name.toLowerCase() === 'auth-key') fail('AUTH-KEY is added automatically; choose it with key=');
    headers[name.toLowerCase()] = value;
  }
  const body = rest.length > 0 ? rest.join('\n\n') : undefined;
  if (headers[idempotencyHeader] === keyPlaceholder)
    headers[idempotencyHeader] = sampleIdempotencyKey(body ?? '');
  try {
    JSON.parse(body ?? '{}');
  } catch {
    fail('the body is not JSON');
  }
  // Browsers send this header by themselves.
  if (chosen.key === 'browser') headers.origin ??= browserOrigin;
  const call = callOf(matched.call, { ...matched, headers, body }, chosen.key !== 'none');
  return { ...chosen, call };
};

/** Finds the operation of a method and a path, which need not be encoded, and extracts its parameter values. */
const matchOperation = (method: string, target: string) => {
  const { pathname, searchParams } = new URL(target, 'https://api');
  for (const { call, pattern } of operations()) {
    const match = call.method === method && pattern.exec({ pathname });
    if (!match) continue;
    const values = Object.entries(match.pathname.groups);
    const path = Object.fromEntries(values.map(([name, value = '']) => [name, decodeURIComponent(value)]));
    return { call, path, query: [...searchParams] };
  }
  return undefined;
};

/** Operations in the order in which paths are matched: those without parameters come first. */
const operations = lazy(() =>
  referenceServices()
    .flatMap((service) => service.operations)
    .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')))
    .map(({ call, path }) => {
      return { call, pattern: new URLPattern({ pathname: path.replaceAll(/\{(\w+)\}/g, ':$1') }) };
    }),
);

const answerText = ({ headers, body = '' }: RecordedAnswer, shown: RequestBlock['answer']): string => {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const parts = [...(shown === 'body' ? [] : [head.join('\n')]), ...(shown === 'headers' ? [] : [body])];
  return parts.filter(Boolean).join('\n\n');
};

/** Returns a block as Markdown: the curl sample, and the recorded response. */
export const requestMarkdown = (block: RequestBlock): string => {
  const { call, answer: shown } = block;
  const answer = recordedAnswerOf(block);
  const sample = `\`\`\`sh\n${sampleCode('curl', call, { printsHead: shown === 'headers' })}\n\`\`\``;
  if (!answer) return sample;
  const status = `HTTP ${answer.status}\n${shown === 'body' ? '\n' : ''}`;
  return `${sample}\n\n\`\`\`http\n${status}${answerText(answer, shown)}\n\`\`\``;
};

/**
 * Returns a block with its recorded response as HTML. Styles show the sample in the selected language, even without
 * JavaScript. Each block is a form, so that its radio buttons are a separate group. Submitting it does nothing.
 */
export const requestHtml = (block: RequestBlock, answer = recordedAnswerOf(block)): Html => {
  const { call, answer: shown, key } = block;
  const title = `${call.method} ${call.path}`;
  const samples = sampleLanguages.map(({ id, name, highlight: language }) => {
    const code = sampleCode(id, call, { printsHead: shown === 'headers', isBrowserKey: key === 'browser' });
    return (
      code !== undefined &&
      html`<label><input type="radio" name="language" value="${id}"${id === 'curl' && html` checked`}>${name}</label>${codeBlock(code, language, name)}`
    );
  });
  return html`<div class="request">
<p><code>${title}</code>${keyLabels[key] && html` <span class="small muted">${keyLabels[key]}</span>`}</p>
<form method="dialog"><fieldset class="samples"><legend class="visually-hidden">Language of the sample</legend>${samples}</fieldset></form>
${answer ? answerHtml(answer, shown) : html`<p>No response is recorded yet.</p>`}</div>
`;
};

const keyLabels: Readonly<Record<RequestBlock['key'], string>> = {
  ...{ partner: '', sandbox: 'sandbox key', browser: 'browser key', none: 'no key' },
};

const answerHtml = (answer: RecordedAnswer, shown: RequestBlock['answer']): Html => {
  const text = answerText(answer, shown);
  return html`<figure class="answer">
<figcaption>Response <b class="${statusKind(answer.status)}">${statusText(answer.status)}</b></figcaption>
${text && html`<pre tabindex="0"><code>${highlight(text, 'json')}</code></pre>`}</figure>
`;
};
