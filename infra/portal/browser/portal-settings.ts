import { type PortalSettings, portalSettings, settingsAddress } from '../settings.ts';

/** The settings of this deployment. Rejects where they cannot be fetched or are none. */
export const readPortalSettings = async (): Promise<PortalSettings> => {
  const answer = await fetch(settingsAddress);
  if (!answer.ok) throw new Error(`${settingsAddress} was answered with ${answer.status}`);
  return portalSettings.parse(await answer.json());
};

/** Where requests go: the API's address without a slash at its end, the portal's own origin among them. */
export const apiOrigin = ({ api }: Pick<PortalSettings, 'api'>): string => api || location.origin;
