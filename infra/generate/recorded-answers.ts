import {
  answerId,
  answersPath,
  type RecordedAnswer,
  readRecordedAnswers,
} from '../portal/samples/recorded-answers.ts';
import { type PlacedRequest, placedRequests } from '../portal/samples/request-block.ts';
import { recordAnswers } from '../recording/record-answers.ts';

/** Content of the file of recorded responses, and its differences from the file in the repository. */
interface RecordedFile {
  readonly path: string;
  readonly content: string;
  /** One line per request whose response is missing or differs. */
  readonly differences: readonly string[];
}

/**
 * Records the responses that portal pages show, and returns the file. Throws if a request is invalid or the stack
 * fails.
 */
export const recordedFile = async (): Promise<RecordedFile> => {
  const requests = placedRequests();
  const previous = previousAnswers();
  const answers = await recordAnswers(requests);
  const sorted = [...answers].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    path: answersPath,
    content: `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`,
    differences: answerDifferences(requests, previous, answers),
  };
};

type Answers = ReadonlyMap<string, RecordedAnswer>;

/**
 * Returns one line per request whose response is missing or has changed, with the guide, the request and the
 * difference.
 */
export const answerDifferences = (
  requests: readonly PlacedRequest[],
  previous: Answers,
  next: Answers,
): readonly string[] =>
  requests.flatMap((request) => {
    const id = answerId(request);
    const difference = differenceBetween(previous.get(id), next.get(id));
    return difference === undefined
      ? []
      : [`${request.place}: ${request.call.method} ${request.call.path}: ${difference}`];
  });

/**
 * Returns the recorded responses in the repository, or none if the file is missing or invalid, for example after a
 * merge conflict.
 */
const previousAnswers = (): Answers => {
  try {
    return readRecordedAnswers();
  } catch {
    return new Map();
  }
};

const differenceBetween = (
  previous: RecordedAnswer | undefined,
  next: RecordedAnswer | undefined,
): string | undefined => {
  if (!previous || !next) return 'no response is recorded';
  const [before, after] = [previous, next].map(linesOf);
  const index = after?.findIndex((line, each) => line !== before?.[each]) ?? -1;
  if (index < 0) return before?.length === after?.length ? undefined : 'the response is now shorter';
  return `the response has changed from "${before?.[index] ?? ''}" to "${after?.[index] ?? ''}"`;
};

const linesOf = ({ status, headers, body = '' }: RecordedAnswer): string[] => [
  String(status),
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ...body.split('\n').map((line) => line.trim()),
];
