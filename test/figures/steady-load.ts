import { type OpenLoop, runOpenLoop } from '../support/load/open-loop.ts';
import { httpTarget } from '../support/targets/http-target.ts';

export interface Load extends Omit<OpenLoop, 'send'> {
  readonly url: string;
  readonly path: string;
  readonly keyOf: (index: number) => string;
}

export interface LoadedAnswer {
  readonly status: number;
  /** Milliseconds from the time at which the request was due, so that a late load generator does not hide delays. */
  readonly milliseconds: number;
  readonly body: string;
}

/** Throws if a request gets no response. */
export const steadyLoad = async ({ url, path, keyOf, ...rate }: Load): Promise<LoadedAnswer[]> => {
  const answers: LoadedAnswer[] = [];
  const { failed } = await runOpenLoop({
    ...rate,
    send: async (index, dueAt) => {
      const { status, body } = await httpTarget(url, keyOf(index)).send({ path });
      answers.push({ status, body, milliseconds: performance.now() - dueAt });
      return true;
    },
  });
  if (failed > 0) throw new Error(`${failed} requests got no response`);
  return answers;
};
