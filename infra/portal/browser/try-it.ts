import * as z from 'zod/mini';
import { html } from '../layout/html.ts';
import { statusKind, statusText } from '../layout/status-text.ts';
import { type ApiCall, callOfForm, callOperation } from '../samples/api-call.ts';
import { type SampleLanguage, sampleCode, sampleLanguages } from '../samples/code-samples.ts';
import { partOf, tryTo } from './dom.ts';
import {
  apiOrigin,
  readChoice,
  readPortalSettings,
  settingsProblem,
  storeChoice,
} from './portal-settings.ts';
import { visitorKey as key } from './visitor-key.ts';

// The script of operation pages, whose form it starts.

/**
 * Starts an operation's form, for an API at this address. Only fields that are filled in are sent. The URL and the
 * sample always show the request that the button sends. The key is added when a request is sent, so that the page never
 * contains it.
 */
const startTryIt = (form: HTMLFormElement, api: string): void => {
  const operation = callOperation.parse(JSON.parse(form.dataset.operation ?? ''));
  const part = (selector: string) => partOf(form, selector, HTMLElement);
  const [announcement, failures] = [part('[role=status]'), part('[data-failures]')];
  const confirmation = part('[data-confirm]');
  const language = partOf(form, '[data-language]', HTMLSelectElement);
  const confirmed = partOf(form, '[data-confirm] input', HTMLInputElement);
  const buttons = form.querySelectorAll<HTMLButtonElement>('button[type=submit]');
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]');

  const request = (): ApiCall =>
    callOfForm(operation, Object.fromEntries(Array.from(fields, (field) => [field.name, field.value])));
  const update = () => {
    const call = request();
    part('[data-url]').textContent = `${call.method} ${api}${call.path}`;
    part('[data-sample]').textContent = sampleCode(languageOf(language.value), call, { api }) ?? noSample;
    for (const field of fields) field.toggleAttribute('data-filled', field.value !== '');
  };
  const showKey = () => {
    const { mode, sandbox } = key.details() ?? {};
    failures.hidden = !sandbox;
    for (const field of failures.querySelectorAll('select')) if (failures.hidden) field.value = '';
    confirmation.hidden = operation.method === 'GET' || mode !== 'live';
    confirmed.required = !confirmation.hidden;
    confirmed.checked = false;
    update();
    lookup = useRealValue();
  };
  const fillIn = (values: Readonly<Record<string, string>>) => {
    for (const field of fields) {
      const given = values[field.name] ?? '';
      const value = given && (real[field.name] ?? given);
      // The example's key may have been used with another body. Browsers create UUIDs only on secure origins.
      const isKey = field.name === 'header.idempotency-key' && value !== '';
      field.value = isKey ? (crypto.randomUUID?.() ?? value) : value;
    }
    update();
  };
  const send = async () => {
    const secret = key.read();
    if (operation.needsKey && secret === undefined)
      return document.querySelector<HTMLButtonElement>('[data-key-button]')?.click();
    for (const button of buttons) button.disabled = true;
    announcement.textContent = 'Sending the request';
    await lookup;
    const outcome = await sendRequest(api, request(), secret);
    for (const button of buttons) button.disabled = false;
    announcement.textContent = showResponse(part('[data-response]'), outcome);
  };

  const initial = exampleValues(form.querySelector('[data-values]'));
  form.addEventListener('input', update);
  form.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return;
    if (target.dataset.values !== undefined) fillIn(exampleValues(target));
    if (target.dataset.clear !== undefined) fillIn({});
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  language.value = languageOf(readChoice('language') ?? '');
  language.addEventListener('change', () => storeChoice('language', language.value));
  const useRealValue = async () => {
    const found = await findRealValue(operation.operationId, api, key.read());
    const previous = { ...initial, ...real };
    real = { ...real, ...found };
    for (const field of fields)
      if (field.value === previous[field.name]) field.value = real[field.name] ?? field.value;
    update();
  };
  /** Values that exist in this deployment, in place of those in the examples. */
  let real: Readonly<Record<string, string>> = {};
  let lookup = Promise.resolve();

  // Resets the fields, because some browsers restore what was typed before a reload.
  fillIn(initial);
  key.onChange(showKey);
  showKey();
  partOf(form, 'fieldset', HTMLFieldSetElement).disabled = false;
};

const noSample = 'The typed client cannot send this request.';

const timeoutMilliseconds = 60_000;

/** Sends a request. Does not follow a redirect, because the file's host must not get the key. */
const sendRequest = async (api: string, call: ApiCall, key: string | undefined): Promise<Outcome> => {
  const startedAt = performance.now();
  try {
    const response = await fetch(`${api}${call.path}`, {
      method: call.method,
      headers: { ...call.headers, ...(call.hasKey && key !== undefined && { 'AUTH-KEY': key }) },
      ...(call.body !== undefined && { body: call.body }),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { response, bytes, milliseconds: performance.now() - startedAt };
  } catch {
    return { milliseconds: performance.now() - startedAt };
  }
};

/** Outcome of a request. There is no response if the request failed or took too long. */
interface Outcome {
  readonly milliseconds: number;
  readonly response?: Response;
  readonly bytes?: Uint8Array;
}

/** Headers to show, in this order. Others concern the connection, or are hidden from pages on other origins. */
const shownHeaders = [
  ...['content-type', 'x-ratelimit-limit-second', 'retry-after', 'etag', 'cache-control', 'vary', 'allow'],
  ...['location', 'content-location', 'waypost-catalogue-version', 'waypost-ignored', 'x-amzn-requestid'],
];

/** Shows a response, scrolls to it, and moves the focus to its status. Returns a sentence for screen readers. */
const showResponse = (part: HTMLElement, outcome: Outcome): string => {
  const { response, milliseconds, bytes } = outcome;
  const { status, kind, text } = describe(outcome);
  const facts = [
    `${Math.round(milliseconds).toLocaleString('en')} ms`,
    ...(bytes?.length ? [`${bytes.length.toLocaleString('en')} bytes`] : []),
  ];
  const headers = shownHeaders.flatMap((name) => {
    const value = response?.headers.get(name);
    return value ? [html`<div class="row"><dt class="muted">${name}</dt><dd>${value}</dd></div>`] : [];
  });
  part.innerHTML = html`<h3 tabindex="-1" class="${kind}">${status}</h3>
<p class="muted">${facts.join(' · ')}</p>
${headers.length > 0 && html`<dl>${headers}</dl>`}
<pre tabindex="0" aria-label="Response body">${text}</pre>`.text;
  part.hidden = false;
  partOf(part, 'h3', HTMLElement).focus({ preventScroll: true });
  part.scrollIntoView({ block: 'start' });
  return `Response: ${[status, ...facts].join(', ')}`;
};

const describe = ({ response, bytes }: Outcome) => {
  if (!response)
    return {
      status: 'No response',
      kind: 'error',
      text: 'The API did not respond in time, or the browser blocked the response. Check your connection, then try again.',
    };
  if (response.type === 'opaqueredirect')
    return {
      status: statusText(302),
      kind: '',
      text: 'The file is at the address in the location header. A browser does not tell a page where a redirect leads, and this page does not follow it, because the file host must not get your key.\n\nTo see the address here, set redirect to false. To see the header, run the sample.',
    };
  return {
    status: statusText(response.status),
    kind: statusKind(response.status),
    text: bytes?.length ? prettyJson(new TextDecoder().decode(bytes)) : 'The response has no body.',
  };
};

const prettyJson = (text: string): string => tryTo(() => JSON.stringify(JSON.parse(text), null, 2)) ?? text;

/** Sources of values for required parameters whose documented examples may not exist in this deployment. */
const realValues: Readonly<Record<string, { field: string; path: string; member: RegExp }>> = {
  getWorkCentreByID: {
    field: 'path.id',
    path: '/locations/v3/workcentres?type=PO&size=1&fields=attributes.business_name',
    member: /"id":"(\w+)"/,
  },
  getBillerMetadabaByCode: {
    field: 'path.code',
    path: '/bill-management-api/v1/biller-metadata',
    member: /"code":"([\w-]+)"/,
  },
};

/** Returns a real value by field. Empty if the example suffices, there is no key, or no value is found. */
const findRealValue = async (operationId: string, api: string, key: string | undefined) => {
  const source = realValues[operationId];
  if (!source || key === undefined) return {};
  const { field, path, member } = source;
  // If the request fails, the example remains.
  const text = await fetch(`${api}${path}`, { headers: { 'AUTH-KEY': key } })
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  const [, value] = text.match(member) ?? [];
  return value === undefined ? {} : { [field]: value };
};

const fieldValues = z.record(z.string(), z.string());

const exampleValues = (button: Element | null): Record<string, string> =>
  button instanceof HTMLElement ? fieldValues.parse(JSON.parse(button.dataset.values ?? '{}')) : {};

const languageOf = (value: string): SampleLanguage =>
  sampleLanguages.find(({ id }) => id === value)?.id ?? 'curl';

const form = partOf(document, 'form[data-operation]', HTMLFormElement);
const settings = await readPortalSettings().catch(console.warn);
if (settings) startTryIt(form, apiOrigin(settings));
else partOf(form, '[data-url]', HTMLElement).textContent = settingsProblem;
