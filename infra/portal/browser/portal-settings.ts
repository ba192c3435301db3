import { type PortalSettings, portalSettings, settingsAddress } from '../settings.ts';

let settings: Promise<PortalSettings> | undefined;

/** Message for visitors when the settings cannot be loaded. */
export const settingsProblem =
  'The settings of this portal could not be loaded. Reload the page and try again.';

/** Returns the settings of this deployment. Rejects if they cannot be loaded or are invalid. */
export const readPortalSettings = (): Promise<PortalSettings> => {
  settings ??= fetchSettings().catch((error: unknown) => {
    // The next call tries again.
    settings = undefined;
    throw error;
  });
  return settings;
};

/** Returns the origin of the API, which may be the portal's own. */
export const apiOrigin = ({ api }: Pick<PortalSettings, 'api'>): string => api || location.origin;

/** Shows the settings of this deployment in a page: stage, addresses of support, and the address of the API in samples. */
export const showSettings = (root: ParentNode, settings: PortalSettings): void => {
  for (const place of root.querySelectorAll('[data-api]')) place.textContent = apiOrigin(settings);
  for (const place of root.querySelectorAll<HTMLElement>('[data-setting]')) {
    const { setting = '' } = place.dataset;
    if (setting === 'stage') {
      place.textContent = settings.stage;
      place.hidden = settings.stage === 'prod';
    } else {
      const address = addressesOf(settings).get(setting);
      if (address === undefined) continue;
      const link = document.createElement('a');
      link.href = address;
      link.textContent = setting === 'contact' ? (settings.contact ?? '') : place.textContent;
      place.replaceChildren(link);
      place.hidden = false;
    }
  }
};

/** Returns a choice that this browser remembers for the whole portal, such as the language of samples. */
export const readChoice = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`waypost.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Remembers a choice; undefined forgets it. A browser that stores nothing forgets it with the page. */
export const storeChoice = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(`waypost.${name}`);
    else localStorage.setItem(`waypost.${name}`, value);
  } catch {
    // Nothing can be stored.
  }
};

const addressesOf = ({ contact, support, status }: PortalSettings): ReadonlyMap<string, string | undefined> =>
  new Map([
    ['contact', contact && `mailto:${contact}`],
    ['support', support],
    ['status', status],
  ]);

const fetchSettings = async (): Promise<PortalSettings> => {
  const response = await fetch(settingsAddress);
  if (!response.ok) throw new Error(`${settingsAddress} returned ${response.status}`);
  return portalSettings.parse(await response.json());
};
