import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { lazy } from '../../../shared/domain/lazy.ts';
import type { ApiCall } from './api-call.ts';

/** Kinds of keys with which requests are recorded. `none` sends no key. */
export const sampleKeys = ['partner', 'sandbox', 'browser', 'none'] as const;

/** Origin of the browser key with which responses are recorded. */
export const browserOrigin = 'https://shop.example';

export interface RecordedRequest {
  readonly call: ApiCall;
  readonly key: (typeof sampleKeys)[number];
  /** Maximum number of body lines to keep. */
  readonly lines: number;
}

const recordedAnswer = z.strictObject({
  /** Method and path, for readers of the file. */
  request: z.string(),
  status: z.int(),
  /** Headers that matter to clients, by lower-case name. */
  headers: z.record(z.string(), z.string()),
  /** Body as shown: JSON in lines of at most 80 characters where possible, truncated with `…`. Absent if empty. */
  body: z.string().optional(),
});
/** Response from the sample network, with ids, versions and times replaced by stable ones. */
export type RecordedAnswer = z.infer<typeof recordedAnswer>;

/** File with all recorded responses, by id. `npm run generate` writes it. */
export const answersPath = 'infra/portal/generated/answers.json';

/** Returns the id of a request's response. The id depends on everything that is sent and shown. */
export const answerId = ({ call, key, lines }: RecordedRequest): string => {
  const { method, path, headers, body } = call;
  const sent = [method, path, Object.entries(headers).sort(), body ?? null, key, lines];
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex').slice(0, 12);
};

/** Returns the recorded response to a request. If there is none, `npm run generate -- --check` fails. */
export const recordedAnswerOf = (request: RecordedRequest): RecordedAnswer | undefined =>
  answers()[answerId(request)];

const answers = lazy(() => {
  const text = readFileSync(new URL(`../../../${answersPath}`, import.meta.url), 'utf8');
  return z.record(z.string(), recordedAnswer).parse(JSON.parse(text));
});
