import { apiOrigin, readPortalSettings } from './portal-settings.ts';

/** Puts the address of this deployment's API into requests to copy. They keep saying `$API` where it is not known. */
export const showApiAddress = async (root: ParentNode): Promise<void> => {
  const places = root.querySelectorAll('[data-api]');
  if (places.length === 0) return;
  const address = await readPortalSettings().then(apiOrigin, () => undefined);
  if (address === undefined) return;
  for (const place of places) place.textContent = address;
};
