import type * as z from 'zod/mini';
import {
  createWaypostClient,
  type WaypostClient,
  type WaypostClientSettings,
} from '../../../../shared/client/waypost-client.ts';
import { capabilitiesAnswer, type ListedCapability, workCentreAnswer, workCentresAnswer } from './answers.ts';
import { failureOfAnswer } from './failure-of-answer.ts';
import type { LocationsApi } from './locations-api.ts';
import { SearchFailed } from './search-failed.ts';

interface Options extends Pick<WaypostClientSettings, 'baseUrl' | 'fetch'> {
  /** The visitor's key, asked for with each request. */
  readonly key: () => string | undefined;
}

/** What a call of the client comes to. */
interface Outcome {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** The most that getOperationalCapabilities gives at once. */
const capabilitiesOfPage = 200;

/** Somebody is waiting: what takes longer is told, and left to them. */
const retries = { attempts: 2, firstPauseMilliseconds: 250, maxPauseMilliseconds: 2_000 };

const readable = <T>(schema: z.ZodMiniType<T>, json: unknown): T => {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  throw new SearchFailed({ kind: 'unreadable' }, { cause: read.error });
};

/** The body of an answer as it came. */
const answered = async (outcome: Promise<Outcome>, signal?: AbortSignal): Promise<unknown> => {
  const { data, error, response } = await outcome.catch((thrown: unknown) => {
    signal?.throwIfAborted();
    const kind = thrown instanceof SyntaxError ? 'unreadable' : 'unreachable';
    throw new SearchFailed({ kind }, { cause: thrown });
  });
  if (!response.ok) throw new SearchFailed(failureOfAnswer(response, error));
  return data;
};

/** The locations of a deployment, asked with the visitor's key through the typed client. */
export const locationsOverClient = ({ key, ...settings }: Options): LocationsApi => {
  const locations = (): WaypostClient['locationsV3'] => {
    const held = key();
    if (held === undefined) throw new SearchFailed({ kind: 'no key' });
    try {
      return createWaypostClient({ ...settings, key: held, retries }).locationsV3;
    } catch (error) {
      // It consists of characters that no key has.
      throw new SearchFailed({ kind: 'key refused' }, { cause: error });
    }
  };
  const workCentreJson = async (id: string, signal?: AbortSignal): Promise<unknown> => {
    try {
      return await answered(
        locations().GET('/workcentres/{id}', { params: { path: { id } }, signal }),
        signal,
      );
    } catch (error) {
      const isUnknown = error instanceof SearchFailed && error.failure.kind === 'not found';
      throw isUnknown ? new SearchFailed({ kind: 'unknown code', code: id }) : error;
    }
  };
  return {
    workCentres: async (query, signal) =>
      readable(
        workCentresAnswer,
        await answered(locations().GET('/workcentres', { params: { query }, signal }), signal),
      ),
    workCentre: async (id, signal) => {
      const [found] = readable(workCentreAnswer, await workCentreJson(id, signal)).workcentres;
      if (found === undefined) throw new SearchFailed({ kind: 'unknown code', code: id });
      return found;
    },
    workCentreJson: (id) => workCentreJson(id),
    capabilities: async () => {
      const all: ListedCapability[] = [];
      for (;;) {
        const query = { size: capabilitiesOfPage, offset: all.length };
        const page = readable(
          capabilitiesAnswer,
          await answered(locations().GET('/operational-capabilities', { params: { query } })),
        );
        all.push(...page.operational_capabilities);
        if (page.operational_capabilities.length === 0 || all.length >= page.pagination.total) return all;
      }
    },
  };
};
