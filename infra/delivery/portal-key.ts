import { portalKeyPath } from '../../shared/domain/access/portal-key.ts';
import type { StageName } from '../stages/stage-settings.ts';

/** Maximum time to wait for the portal, in milliseconds. */
const patience = 10_000;

/**
 * Returns instructions if the portal at this address has no key for its locator, or if this cannot be determined.
 * Deployments do not create the key. Returns undefined if the portal has a key.
 */
export const missingKeyNote = async (stage: StageName, portalUrl: string): Promise<string | undefined> => {
  const command = `npx waypost keys portal --stage ${stage}`;
  try {
    const signal = AbortSignal.timeout(patience);
    const { status, body } = await fetch(new URL(portalKeyPath, portalUrl), { signal });
    await body?.cancel();
    if (status === 200) return undefined;
    if (status === 404)
      return `The locator has no key yet, so its visitors cannot search. To issue it: ${command}`;
    throw new Error(`status ${status}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Could not check at ${portalUrl} whether the locator has a key (${why}). On a new stage: ${command}`;
  }
};
