import { type Service, services } from '../../../shared/domain/access/service.ts';
import { type ErrorStatus, errorResponses } from '../../openapi/error-responses.ts';
import { serviceDescriptions } from '../../openapi/services.ts';
import { escapeHtml } from '../layout/html.ts';
import { json, printValue } from './code-samples.ts';
import type { Highlight } from './request-block.ts';

/** Error code of the API, as the page of errors explains it. */
export interface ErrorCodeDescription {
  readonly code: string;
  readonly status: number;
  /** Id of its heading: `too-many-requests`. */
  readonly anchor: string;
  /** Sentences about its causes, with code in backquotes. */
  readonly meaning: string;
  /** What a client does about it. */
  readonly fix: string;
  /** Whether the same request may succeed later. */
  readonly retry: boolean;
  /** Services that declare it. */
  readonly services: readonly Service[];
  /** Example of a body. */
  readonly body: object;
}

/** What a client does, by status. The type asks for a line for each status of the API. */
const advice: Readonly<Record<ErrorStatus, { readonly fix: string; readonly retry: boolean }>> = {
  400: {
    fix: 'Fix every problem that the response lists. An unchanged request fails again. A body that is not JSON, or has another `content-type`, is a 400 too.',
    retry: false,
  },
  401: {
    fix: 'Send a valid key in the `AUTH-KEY` header, once. If the key was revoked or has expired, use its successor or request a new one.',
    retry: false,
  },
  403: {
    fix: 'Ask support for a key with the scope of the operation. A browser key works only on the websites that it was issued for.',
    retry: false,
  },
  404: {
    fix: 'Check the path, and the id or code in it. A search without results is not an error: it returns 200 and an empty list.',
    retry: false,
  },
  405: { fix: 'Use one of the methods in the `allow` header.', retry: false },
  415: {
    fix: 'Send `content-type: application/json`. No operation returns this code at present, because a wrong type is a 400, but clients should handle it.',
    retry: false,
  },
  429: {
    fix: 'Wait for the number of seconds in `retry-after`, then retry. Nothing was processed, so that a POST is safe to retry too.',
    retry: true,
  },
  500: {
    fix: 'Retry with increasing pauses, at most five times. Retry a POST to `/enquiries` only if you sent an `Idempotency-Key`.',
    retry: true,
  },
  503: {
    fix: 'Wait for the number of seconds in `retry-after`, then retry. Retry a POST to `/enquiries` only if you sent an `Idempotency-Key`. Locations v2 returns 500 instead.',
    retry: true,
  },
};

const exampleId = '0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a';

/** Returns all error codes of the API, ordered by status. */
export const errorCodes = (): readonly ErrorCodeDescription[] =>
  Object.entries(errorResponses).map(([text, { code, description, detail }]) => {
    const status = Number(text);
    const { fix, retry } = advice[status as ErrorStatus];
    const declaring = services.filter(
      (service) =>
        // Every service has unknown paths, but not every operation declares them.
        status === 404 || serviceDescriptions[service].errorStatuses.some((each) => each === status),
    );
    return {
      ...{ code, status, fix, retry, services: declaring },
      anchor: code.toLowerCase().replaceAll('_', '-'),
      meaning: description,
      body: { errors: [{ id: exampleId, code, detail }] },
    };
  });

/**
 * Renders the block `errors` of the guide about errors: a table of all codes, and a section for each, whose heading has
 * the code's anchor.
 */
export const renderErrorCodes = (highlight: Highlight = escapeHtml): string => {
  const codes = errorCodes();
  const rows = codes.map(
    ({ code, status, anchor, retry }) =>
      `<tr><td>${status}</td><td><a href="#${anchor}"><code>${code}</code></a></td><td>${retry ? 'yes' : 'no'}</td></tr>`,
  );
  return `<div class="table" tabindex="0" role="region" aria-label="Error codes"><table>
<thead><tr><th scope="col">status</th><th scope="col"><code>code</code></th><th scope="col">retry</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
${codes.map((each) => renderSection(each, highlight)).join('')}`;
};

const titles: Readonly<Record<Service, string>> = {
  'bill-management': 'bill management',
  'locations-v2': 'Locations v2',
  'locations-v3': 'Locations v3',
};

const renderSection = (
  { code, status, anchor, meaning, fix, retry, services: declaring, body }: ErrorCodeDescription,
  highlight: Highlight,
): string => `<div class="heading"><h3 id="${anchor}">${status} <code>${code}</code></h3><a class="anchor" href="#${anchor}" aria-label="Link to ${code}">#</a></div>
<p>${inlineCode(meaning)}</p>
<ul>
<li><strong>What to do:</strong> ${inlineCode(fix)}</li>
<li><strong>Retry:</strong> ${retry ? 'yes, after a pause' : 'no'}</li>
<li><strong>Returned by:</strong> ${declaring.length > 0 ? declaring.map((service) => titles[service]).join(', ') : 'no operation at present'}</li>
</ul>
<pre tabindex="0"><code>${highlight(printValue(body, json), 'json')}</code></pre>
`;

const inlineCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
