import { html } from '../layout/html.ts';
import { statusKind, statusText } from '../layout/status-text.ts';
import { partOf, tryTo } from './dom.ts';

/** Outcome of a request. There is no response if the request failed or took too long. */
export interface Outcome {
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
export const showResponse = (part: HTMLElement, outcome: Outcome): string => {
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

const describe = ({ response, bytes }: Outcome): { status: string; kind: string; text: string } => {
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
