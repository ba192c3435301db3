import type * as z from 'zod/mini';
import { capabilitiesAnswer, workCentreAnswer, workCentresAnswer } from './answers.ts';
import { failureOfAnswer } from './failure-of-answer.ts';
import type { LocationsApi } from './locations-api.ts';
import { SearchFailed } from './search-failed.ts';

interface Options {
  /** Where version 3 of locations is: `https://api.example.org/locations/v3`. */
  readonly base: string;
  /** The visitor's key, asked for with each request. */
  readonly key: () => string | undefined;
  readonly fetch?: typeof fetch;
}

/** The most that getOperationalCapabilities gives at once. */
const capabilitiesOfPage = 200;

/** Where a work centre is asked for by its id. */
export const workCentreAddress = (base: string, id: string): string =>
  `${base}/workcentres/${encodeURIComponent(id)}`;

const readable = <T>(schema: z.ZodMiniType<T>, json: unknown): T => {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  throw new SearchFailed({ kind: 'unreadable' }, { cause: read.error });
};

/** The locations of a deployment, asked over HTTP with the visitor's key in its header. */
export const locationsOverHttp = ({ base, key, fetch: ask = fetch }: Options): LocationsApi => {
  const answerTo = async (address: string, signal?: AbortSignal): Promise<Response> => {
    const held = key();
    if (held === undefined) throw new SearchFailed({ kind: 'no key' });
    try {
      return await ask(address, { headers: { 'AUTH-KEY': held }, ...(signal && { signal }) });
    } catch (error) {
      signal?.throwIfAborted();
      throw new SearchFailed({ kind: 'unreachable' }, { cause: error });
    }
  };
  const json = async (address: string, signal?: AbortSignal): Promise<unknown> => {
    const answer = await answerTo(address, signal);
    if (!answer.ok) throw new SearchFailed(await failureOfAnswer(answer));
    return answer.json().catch((error: unknown) => {
      signal?.throwIfAborted();
      throw new SearchFailed({ kind: 'unreadable' }, { cause: error });
    });
  };
  const workCentreJson = (id: string, signal?: AbortSignal): Promise<unknown> =>
    json(workCentreAddress(base, id), signal).catch((error: unknown) => {
      const isUnknown = error instanceof SearchFailed && error.failure.kind === 'not found';
      throw isUnknown ? new SearchFailed({ kind: 'unknown code', code: id }) : error;
    });
  const capabilitiesFrom = async (offset: number, signal?: AbortSignal) =>
    readable(
      capabilitiesAnswer,
      await json(`${base}/operational-capabilities?size=${capabilitiesOfPage}&offset=${offset}`, signal),
    );
  return {
    workCentres: async (query, signal) => {
      const parameters = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      return readable(workCentresAnswer, await json(`${base}/workcentres?${parameters}`, signal));
    },
    workCentre: async (id, signal) => {
      const [found] = readable(workCentreAnswer, await workCentreJson(id, signal)).workcentres;
      if (found === undefined) throw new SearchFailed({ kind: 'unknown code', code: id });
      return found;
    },
    workCentreJson: (id) => workCentreJson(id),
    capabilities: async (signal) => {
      const all = [];
      for (;;) {
        const page = await capabilitiesFrom(all.length, signal);
        all.push(...page.operational_capabilities);
        if (page.operational_capabilities.length === 0 || all.length >= page.pagination.total) return all;
      }
    },
  };
};
