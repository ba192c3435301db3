import { portalKey, portalKeyPath } from '../../../shared/domain/access/portal-key.ts';
import { type PortalSettings, portalSettings, settingsAddress } from '../settings.ts';

/** The settings of this deployment. Rejects where they cannot be fetched or are none. */
export const readPortalSettings = async (): Promise<PortalSettings> => {
  const answer = await fetch(settingsAddress);
  if (!answer.ok) throw new Error(`${settingsAddress} was answered with ${answer.status}`);
  return portalSettings.parse(await answer.json());
};

/** Where requests go: the API's address without a slash at its end, the portal's own origin among them. */
export const apiOrigin = ({ api }: Pick<PortalSettings, 'api'>): string => api || location.origin;

/** The key with which the locator searches for its visitors; undefined while there is none. */
export const readPortalKey = async (): Promise<string | undefined> => {
  const answer = await fetch(portalKeyPath);
  return answer.ok ? portalKey.parse(await answer.json()).browserKey : undefined;
};
