import { answerId, type RecordedAnswer } from '../portal/samples/recorded-answers.ts';
import type { PlacedRequest } from '../portal/samples/request-block.ts';
import { startSampleStack } from './sample-stack.ts';
import { type SentAnswer, stableAnswer, stableVersion } from './stable-answer.ts';

/**
 * Sends requests in order to a new local stack with the sample network and a fixed clock. Returns the responses by
 * request id, with stable values in place of those that differ between two recordings. Throws SampleStackFailed.
 */
export const recordAnswers = async (
  requests: readonly PlacedRequest[],
): Promise<ReadonlyMap<string, RecordedAnswer>> => {
  const answers = new Map<string, RecordedAnswer>();
  if (requests.length === 0) return answers;
  const { url, keys, version, stop } = await startSampleStack();
  try {
    const published = (text: string) => text.replaceAll(stableVersion, version);
    for (const request of requests) {
      const id = answerId(request);
      if (answers.has(id)) continue;
      const { call, key } = request;
      const given = Object.entries(call.headers).map(([name, value]) => [name, published(value)]);
      const sent = { ...call, path: published(call.path), headers: Object.fromEntries(given) };
      const answer = await send(url, key === 'none' ? undefined : keys[key], sent);
      answers.set(id, stableAnswer(request, answer, { id, version }));
    }
  } finally {
    await stop();
  }
  return answers;
};

const send = async (
  url: string,
  key: string | undefined,
  { method, path, headers, body }: Pick<PlacedRequest['call'], 'method' | 'path' | 'headers' | 'body'>,
): Promise<SentAnswer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(key !== undefined && { 'AUTH-KEY': key }) },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });
  const answered = Object.fromEntries(response.headers);
  return { status: response.status, headers: answered, body: await response.text() };
};
