import { errorAnswer } from './answers.ts';
import type { Failure } from './search-failed.ts';

/** What is waited where a refusal does not say how long. */
const usualWaitSeconds = 1;

/** `Retry-After` in seconds; its other form, a date, is none of ours. */
const waitSeconds = (header: string | null): number =>
  header !== null && /^\d+$/.test(header) ? Number(header) : usualWaitSeconds;

const detailIn = (body: unknown, status: number): string => {
  const read = errorAnswer.safeParse(body);
  return read.success ? read.data.errors.map(({ detail }) => detail).join(' ') : `status ${status}`;
};

/** Why the API did not answer as it was asked. */
export const failureOfAnswer = ({ status, headers }: Response, body: unknown): Failure => {
  if (status === 401) return { kind: 'key refused' };
  if (status === 403) return { kind: 'key out of scope' };
  if (status === 404) return { kind: 'not found' };
  if (status === 429) return { kind: 'throttled', afterSeconds: waitSeconds(headers.get('retry-after')) };
  return status >= 500 ? { kind: 'not served' } : { kind: 'refused', detail: detailIn(body, status) };
};
