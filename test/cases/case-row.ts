/** Where tests run: functions called with API Gateway's events, a running stack over its socket, or one part alone. */
export const caseTargets = ['handlers', 'stack', 'parts'] as const;
export type CaseTarget = (typeof caseTargets)[number];

/** One row of the list of hostile and faulty cases. */
export interface CaseRow {
  /** Such as `B12`. */
  readonly id: string;
  readonly title: string;
  /** Each of them needs a test of its own; none where only an account on AWS could show the row. */
  readonly needs: readonly CaseTarget[];
  /** Why the handlers, the running stack or both show nothing of it; empty where both do. */
  readonly because: string;
}

export const both = (id: string, title: string): CaseRow => ({
  id,
  title,
  needs: ['handlers', 'stack'],
  because: '',
});

export const handlersAlone = (id: string, title: string, because: string): CaseRow => ({
  id,
  title,
  needs: ['handlers'],
  because,
});

export const stackAlone = (id: string, title: string, because: string): CaseRow => ({
  id,
  title,
  needs: ['stack'],
  because,
});

export const partsAlone = (id: string, title: string, because: string): CaseRow => ({
  id,
  title,
  needs: ['parts'],
  because,
});

export const notHere = (id: string, title: string, because: string): CaseRow => ({
  id,
  title,
  needs: [],
  because,
});
