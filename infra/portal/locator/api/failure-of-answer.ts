import { errorAnswer } from './answers.ts';
import type { Failure } from './search-failed.ts';

/** What is waited where a refusal does not say how long. */
const usualWaitSeconds = 1;

/** `Retry-After` in seconds; its other form, a date, is none of ours. */
const waitSeconds = (header: string | null): number =>
  header !== null && /^\d+$/.test(header) ? Number(header) : usualWaitSeconds;

const detailOf = async (answer: Response): Promise<string> => {
  const body = errorAnswer.safeParse(await answer.json().catch(() => undefined));
  return body.success ? body.data.errors.map(({ detail }) => detail).join(' ') : `status ${answer.status}`;
};

/** Why the API did not answer as it was asked. */
export const failureOfAnswer = async (answer: Response): Promise<Failure> => {
  if (answer.status === 401) return { kind: 'key refused' };
  if (answer.status === 403) return { kind: 'key out of scope' };
  if (answer.status === 404) return { kind: 'not found' };
  if (answer.status === 429) {
    return { kind: 'throttled', afterSeconds: waitSeconds(answer.headers.get('retry-after')) };
  }
  return answer.status >= 500 ? { kind: 'not served' } : { kind: 'refused', detail: await detailOf(answer) };
};
