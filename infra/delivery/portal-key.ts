import { portalKey, portalKeyPath } from '../../shared/domain/access/portal-key.ts';
import type { StageName } from '../stages/stage-settings.ts';

/** Maximum time to wait for each response, in milliseconds. */
const patience = 10_000;

interface DeployedAddresses {
  readonly portalUrl: string;
  readonly apiUrl: string;
}

/**
 * Returns instructions if the portal has no key for its locator, if the API rejects the key on the portal's address, or
 * if this cannot be determined. Deployments do not create the key. Returns undefined if the locator can search.
 */
export const portalKeyNote = async (
  stage: StageName,
  { portalUrl, apiUrl }: DeployedAddresses,
): Promise<string | undefined> => {
  const command = `npx waypost keys portal --stage ${stage}`;
  const get = async (url: URL, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(patience) });
    return { status: response.status, body: await response.text() };
  };
  try {
    const stored = await get(new URL(portalKeyPath, portalUrl));
    if (stored.status === 404)
      return `The locator has no key yet, so its visitors cannot search. To issue it: ${command}`;
    if (stored.status !== 200) throw new Error(`status ${stored.status}`);
    const { data } = portalKey.safeParse(JSON.parse(stored.body));
    if (!data) throw new Error(`${portalKeyPath} has no key`);
    const search = new URL(`${apiUrl.replace(/\/$/, '')}/locations/v3/workcentres?size=0`);
    const { status } = await get(search, { 'AUTH-KEY': data.browserKey, Origin: new URL(portalUrl).origin });
    if (status === 401 || status === 403)
      return `The API rejects the locator's key with status ${status}, so visitors of ${portalUrl} cannot search. To replace it: ${command}`;
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Could not check whether the locator at ${portalUrl} has a key that is valid at ${apiUrl} (${why}). On a new stage: ${command}`;
  }
};
