import { memberOf, textOf } from './json-members.ts';

/** One thing that is wrong with a request, as the service says it. */
export interface Problem {
  /** To be named to who runs the service: its logs have it. */
  readonly id: string;
  readonly code: string;
  readonly detail: string;
  /** The parameter that is wrong, where the service names it apart from `detail`. */
  readonly source?: { readonly parameter: string };
}

const problemOf = (value: unknown): Problem | undefined => {
  const [id, code, detail] = [textOf(value, 'id'), textOf(value, 'code'), textOf(value, 'detail')];
  if (id === undefined || code === undefined || detail === undefined) return undefined;
  const parameter = textOf(memberOf(value, 'source'), 'parameter');
  return { id, code, detail, ...(parameter !== undefined && { source: { parameter } }) };
};

/** What a body says is wrong; nothing where it is not one of the services', such as a proxy's page. */
const problemsIn = (body: unknown): readonly Problem[] => {
  const errors = memberOf(body, 'errors');
  return Array.isArray(errors) ? errors.map(problemOf).filter((problem) => problem !== undefined) : [];
};

/** An answer other than the one that was asked for. Its message holds what the service says, and never the key. */
export class WaypostError extends Error {
  override readonly name = 'WaypostError';
  /** Of HTTP. */
  readonly status: number;
  /** Of the first problem, such as `CONSTRAINT_VIOLATION`; undefined where the answer is not one of the services'. */
  readonly code: string | undefined;
  /** Everything that is wrong; a 400 lists all of it. */
  readonly problems: readonly Problem[];

  /** `body` is that of the answer, parsed where it is JSON. */
  constructor(status: number, body: unknown) {
    const problems = problemsIn(body);
    const said = problems.map(({ code, detail, id }) => `${code}: ${detail} (${id})`);
    super([`answered with ${status}`, ...said].join('\n'));
    this.status = status;
    this.code = problems[0]?.code;
    this.problems = problems;
  }
}

/** What a call of one of the clients comes to. */
interface Outcome<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** The body of a good answer. Throws WaypostError for every other. */
export const bodyOf = <Data>({ data, error, response }: Outcome<Data>): Data => {
  if (data === undefined) throw new WaypostError(response.status, error);
  return data;
};
