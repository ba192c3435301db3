import { lazy } from '../../../shared/domain/lazy.ts';
import { html } from '../layout/html.ts';
import { type PortalSettings, portalSettings, settingsAddress } from '../settings.ts';
import { fetchJson, tryTo } from './dom.ts';

export const settingsProblem =
  'The settings of this portal could not be loaded. Reload the page and try again.';

/** Returns the settings of this deployment. Rejects if they cannot be loaded or are invalid. */
export const readPortalSettings = lazy(
  async (): Promise<PortalSettings> => portalSettings.parse(await fetchJson(settingsAddress)),
);

/** Returns the origin of the API, which may be the portal's own. */
export const apiOrigin = ({ api }: Pick<PortalSettings, 'api'>): string => api || location.origin;

/** Shows the settings of this deployment: stage, contact, status page, and the address of the API in samples. */
export const showSettings = (settings: PortalSettings): void => {
  const { stage, contact, status } = settings;
  for (const place of document.querySelectorAll('[data-api]')) place.textContent = apiOrigin(settings);
  for (const place of document.querySelectorAll('[data-portal]')) place.textContent = location.origin;
  const contents = {
    stage: stage !== 'prod' && html`${stage}`,
    contact: contact && html`<a href="mailto:${contact}">${contact}</a>`,
    status: status && html`<a href="${status}">Status</a>`,
  };
  for (const [setting, content] of Object.entries(contents))
    for (const place of document.querySelectorAll(`[data-setting=${setting}]`))
      if (content) Object.assign(place, { innerHTML: content.text, hidden: false });
};

/** Returns a choice that this browser remembers for the whole portal, such as the language of samples. */
export const readChoice = (name: string): string | undefined =>
  tryTo(() => localStorage.getItem(`waypost.${name}`)) ?? undefined;

/** Stores a choice. Does nothing if the browser blocks storage. */
export const storeChoice = (name: string, value: string): void =>
  tryTo(() => localStorage.setItem(`waypost.${name}`, value));
