import { services } from '../../../shared/domain/access/service.ts';
import { type ErrorStatus, errorResponses } from '../../openapi/error-responses.ts';
import { serviceDescriptions } from '../../openapi/services.ts';
import { json, printValue } from './code-samples.ts';

/** What a client does, by status. The type asks for a line for each status of the API. */
const advice: Readonly<Record<ErrorStatus, string>> = {
  400: 'Fix every problem that the response lists. An unchanged request fails again. A body that is not JSON, or has another `content-type`, is a 400 too.',
  401: 'Send a valid key in the `AUTH-KEY` header, once. If the key was revoked or has expired, use its successor or request a new one.',
  403: 'Ask support for a key with the scope of the operation. A browser key works only on the websites that it was issued for.',
  404: 'Check the path, and the id or code in it. A search without results is not an error: it returns 200 and an empty list.',
  405: 'Use one of the methods in the `allow` header.',
  415: 'Send `content-type: application/json`. No operation returns this code at present, because a wrong type is a 400, but clients should handle it.',
  429: 'Wait for the number of seconds in `retry-after`, then retry. Nothing was processed, so a POST is also safe to retry.',
  500: 'Retry with increasing pauses, at most five times. Retry a POST to `/enquiries` only if you sent an `Idempotency-Key`.',
  503: 'Wait for the number of seconds in `retry-after`, then retry. Retry a POST to `/enquiries` only if you sent an `Idempotency-Key`. Locations v2 returns 500 instead.',
};

const exampleId = '0c5f3f6e-6f0f-4d52-9d3e-2a54d39f3b1a';

/** Returns all error codes of the API, ordered by status, with the services that declare them. */
export const errorCodes = () =>
  Object.entries(errorResponses).map(([text, { code, description, detail }]) => {
    const status = Number(text) as ErrorStatus;
    const declaring = services.filter(
      (service) =>
        // Every service has unknown paths, but not every operation declares them.
        status === 404 || serviceDescriptions[service].errorStatuses.some((each) => each === status),
    );
    return { code, status, description, detail, services: declaring };
  });

/**
 * Returns the block `errors` of the guide about errors as Markdown: a table of all codes, and a section for each, whose
 * heading has the code's anchor.
 */
export const errorCodesMarkdown = (): string => {
  const rows = errorCodes().map(({ code, status }) => {
    const anchor = code.toLowerCase().replaceAll('_', '-');
    return `| ${status} | [\`${code}\`](#${anchor}) | ${isTemporary(status) ? 'yes' : 'no'} |\n`;
  });
  return `| status | \`code\` | retry |\n| --- | --- | --- |\n${rows.join('')}${errorCodes().map(section).join('')}`;
};

const isTemporary = (status: ErrorStatus): boolean => status === 429 || status >= 500;

const section = (error: ReturnType<typeof errorCodes>[number]): string => {
  const { code, status, description, detail } = error;
  const declaring = error.services.map((service) => serviceDescriptions[service].title).join(', ');
  return `
### \`${code}\`

Status ${status}. ${description}

- **What to do:** ${advice[status]}
- **Retry:** ${isTemporary(status) ? 'yes, after a pause' : 'no'}
- **Returned by:** ${declaring || 'no operation at present'}

\`\`\`json
${printValue({ errors: [{ id: exampleId, code, detail }] }, json)}
\`\`\`
`;
};
