import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { ApiCall } from './api-call.ts';

/** Kinds of key that a request is recorded with. `none` sends no key. */
export const sampleKeys = ['partner', 'sandbox', 'browser', 'none'] as const;
type SampleKey = (typeof sampleKeys)[number];

/** Website of the browser key with which answers are recorded. */
export const browserOrigin = 'https://shop.example';

/** Request whose answer is recorded from the sample network. */
export interface RecordedRequest {
  readonly call: ApiCall;
  readonly key: SampleKey;
  /** Maximum number of lines of the body that are kept. */
  readonly lines: number;
}

const recordedAnswer = z.strictObject({
  /** Method and path, for readers of the file. */
  request: z.string(),
  status: z.int(),
  /** Headers that matter to clients, by lower-case name. */
  headers: z.record(z.string(), z.string()),
  /** Body as it is shown: JSON in lines of at most 80 characters where possible, cut with `…`. Absent if empty. */
  body: z.string().optional(),
});
/** Answer of the sample network, with ids, versions and times replaced by stable ones. */
export type RecordedAnswer = z.infer<typeof recordedAnswer>;

const answersFile = z.record(z.string(), recordedAnswer);

/** File of all recorded answers by id. `npm run generate` writes it. */
export const answersPath = 'infra/portal/generated/answers.json';

/** Returns the id of a request's answer, which depends on everything that is sent and shown. */
export const answerId = ({ call, key, lines }: RecordedRequest): string => {
  const { method, path, headers, body } = call;
  const sent = [method, path, Object.entries(headers).sort(), body ?? null, key, lines];
  return createHash('sha256').update(JSON.stringify(sent)).digest('hex').slice(0, 12);
};

/** Returns all recorded answers by id, none before the first recording. Throws if the file is invalid. */
export const readRecordedAnswers = (): ReadonlyMap<string, RecordedAnswer> => {
  const text = readFileSync(new URL(`../../../${answersPath}`, import.meta.url), 'utf8');
  return new Map(Object.entries(answersFile.parse(JSON.parse(text))));
};

let answers: ReadonlyMap<string, RecordedAnswer> | undefined;

/**
 * Returns the recorded answer to a request. It is undefined if none is recorded yet, in which case
 * `npm run generate -- --check` fails.
 */
export const recordedAnswerOf = (request: RecordedRequest): RecordedAnswer | undefined => {
  answers ??= readRecordedAnswers();
  return answers.get(answerId(request));
};
