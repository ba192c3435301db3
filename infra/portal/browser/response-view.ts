/** What came of a request: no response if it failed, or took too long. */
export interface Outcome {
  readonly milliseconds: number;
  readonly response?: Response;
  readonly bytes?: Uint8Array;
}

/** Headers that are shown, in this order. Others are about the connection, or hidden from pages of other origins. */
const shownHeaders = [
  ...['content-type', 'x-ratelimit-limit-second', 'retry-after', 'etag', 'cache-control', 'vary', 'allow'],
  ...['location', 'content-location', 'waypost-catalogue-version', 'waypost-ignored', 'x-amzn-requestid'],
];

/** Number of lines of a body that are shown at first. */
const maxLines = 200;

/**
 * Shows responses in this part of the page. `show` scrolls it into view, moves the focus to the status, and returns a
 * sentence for people who hear the page.
 */
export const responseView = (part: HTMLElement) => {
  const heading = create('h3', '', { tabindex: '-1' });
  const facts = create('p', '', { class: 'response-facts' });
  const headers = create('dl', '', { class: 'response-headers' });
  const body = create('pre', '', { tabindex: '0', 'aria-label': 'Response body' });
  const showAll = create('button', '', { type: 'button', class: 'button' });
  part.replaceChildren(heading, facts, headers, body, showAll);
  let lines: readonly string[] = [];
  const showLines = (count: number) => {
    body.textContent = lines.slice(0, count).join('\n');
    showAll.hidden = lines.length <= count;
    showAll.textContent = `Show all ${lines.length.toLocaleString('en')} lines`;
  };
  showAll.addEventListener('click', () => {
    showLines(lines.length);
    body.focus();
  });
  return {
    show: (outcome: Outcome): string => {
      const { status, kind, text } = describe(outcome);
      heading.textContent = status;
      heading.dataset.kind = kind;
      facts.textContent = factsOf(outcome).join(' · ');
      headers.replaceChildren(
        ...shownHeaders.flatMap((name) => {
          const value = outcome.response?.headers.get(name);
          return value ? [create('div', '', {}, create('dt', name), create('dd', value))] : [];
        }),
      );
      headers.hidden = headers.childElementCount === 0;
      lines = text.split('\n');
      body.hidden = text === '';
      showLines(maxLines);
      part.hidden = false;
      heading.focus({ preventScroll: true });
      part.scrollIntoView({ block: 'start' });
      return `Response: ${[status, ...factsOf(outcome)].join(', ')}`;
    },
  };
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
      status: '302 Found',
      kind: 'redirect',
      text: 'The file is at the address in the location header. A browser does not tell a page where a redirect leads, and this page does not follow it, because the host of the file must not get your key.\n\nTo see the address here, set redirect to false. To see the header, run the sample.',
    };
  const { status, statusText } = response;
  return {
    status: `${status} ${statusText || (reasons[status] ?? '')}`.trim(),
    kind: status < 300 ? 'success' : status < 400 ? 'redirect' : 'error',
    text: bytes?.length ? prettyJson(new TextDecoder().decode(bytes)) : 'The response has no body.',
  };
};

/** HTTP/2 has no reason phrases. */
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

const factsOf = ({ milliseconds, bytes }: Outcome): readonly string[] => [
  `${Math.round(milliseconds).toLocaleString('en')} ms`,
  ...(bytes?.length ? [formatBytes(bytes.length)] : []),
];

const formatBytes = (bytes: number): string =>
  bytes < 1000
    ? `${bytes} B`
    : bytes < 1e6
      ? `${(bytes / 1000).toFixed(1)} kB`
      : `${(bytes / 1e6).toFixed(1)} MB`;

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const create = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text = '',
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Name] => {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...(text ? [text] : []), ...children);
  return element;
};
