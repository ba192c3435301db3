import { basePathOf } from '../../../shared/domain/access/service.ts';
import { catalogueVersionHeaderName } from '../../../shared/http/headers.ts';

/** The two views of the catalogue: each has a file of its own in a version, and functions of its own that read it. */
export const views = ['v2', 'v3'] as const;
export type View = (typeof views)[number];

/** The cheapest search of each: no records at all. */
const searchOf: Readonly<Record<View, string>> = {
  v2: `${basePathOf['locations-v2']}/points/geo/0/0?radius=0&limit=0`,
  v3: `${basePathOf['locations-v3']}/workcentres?size=0`,
};

/** What a view answered; without a status where it did not. */
export interface ViewAnswer {
  readonly status?: number;
  /** Version that it searched, undefined where it named none. */
  readonly version?: string;
}

/** Milliseconds. */
const answerWithin = 5_000;

/** Asks a view which version it answers from. Never throws. */
export const askView = async (view: View, apiUrl: string, key: string): Promise<ViewAnswer> => {
  try {
    const response = await fetch(`${apiUrl.replace(/\/$/, '')}${searchOf[view]}`, {
      headers: { 'auth-key': key },
      signal: AbortSignal.timeout(answerWithin),
    });
    await response.arrayBuffer();
    const version = response.headers.get(catalogueVersionHeaderName);
    return { status: response.status, ...(version && { version }) };
  } catch {
    return {};
  }
};

/** Whether the key is not good for this view. */
export const isRefused = ({ status }: ViewAnswer): boolean => status === 401 || status === 403;

/** Whether it was answered from this version or a newer. Versions are in order by name; another may have come after. */
export const isFrom = ({ status, version }: ViewAnswer, wanted: string): boolean =>
  status === 200 && version !== undefined && version >= wanted;

/** How a view answers that does not answer from what is published: `v2 answers 500`. */
export const lagInWords = (view: View, { status, version }: ViewAnswer): string => {
  if (status === undefined) return `${view} does not answer`;
  if (status !== 200) return `${view} answers ${status}`;
  return version === undefined
    ? `${view} answers from no version`
    : `${view} answers from version ${version}`;
};
