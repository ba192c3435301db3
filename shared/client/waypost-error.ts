import { memberOf, textOf } from './json-members.ts';

/** One error in a response from the services. */
export interface Problem {
  /** Quote this ID when you contact support. It appears in the service's logs. */
  readonly id: string;
  readonly code: string;
  readonly detail: string;
  /** The invalid parameter, if the service names it separately from `detail`. */
  readonly source?: { readonly parameter: string };
}

/** An error response. The message contains the service's errors, and never the key. */
export class WaypostError extends Error {
  override readonly name = 'WaypostError';
  readonly status: number;
  /** Code of the first problem, such as `CONSTRAINT_VIOLATION`; undefined if the response is not from a service. */
  readonly code: string | undefined;
  /** All errors in the response: a 400 lists every invalid parameter. */
  readonly problems: readonly Problem[];

  /** `body` is the response body, parsed if it is JSON. */
  constructor(status: number, body: unknown) {
    const problems = problemsIn(body);
    const lines = problems.map(({ code, detail, id }) => `${code}: ${detail} (${id})`);
    super([`responded with ${status}`, ...lines].join('\n'));
    this.status = status;
    this.code = problems[0]?.code;
    this.problems = problems;
  }
}

export interface Result<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** Returns the body of a successful response. Throws WaypostError for any other response. */
export const bodyOf = <Data>({ data, error, response }: Result<Data>): Data => {
  if (data === undefined) throw new WaypostError(response.status, error);
  return data;
};

/** Returns the errors in a body; none if the body does not come from a service but, for example, from a proxy. */
const problemsIn = (body: unknown): readonly Problem[] => {
  const errors = memberOf(body, 'errors');
  return Array.isArray(errors) ? errors.map(toProblem).filter((problem) => problem !== undefined) : [];
};

const toProblem = (value: unknown): Problem | undefined => {
  const [id, code, detail] = [textOf(value, 'id'), textOf(value, 'code'), textOf(value, 'detail')];
  if (id === undefined || code === undefined || detail === undefined) return undefined;
  const parameter = textOf(memberOf(value, 'source'), 'parameter');
  return { id, code, detail, ...(parameter !== undefined && { source: { parameter } }) };
};
