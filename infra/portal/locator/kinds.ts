import type { LocationType } from '../../../shared/domain/location/location.ts';
import { type Html, html } from '../layout/html.ts';

/**
 * Public names of all kinds, ordered by how often visitors look for them. Each kind has an icon in the page's sprite
 * with its own shape and drawing, so that nobody has to rely on colours.
 */
export const kinds: Readonly<Record<LocationType, { readonly name: string; readonly plural: string }>> = {
  PO: { name: 'Post office', plural: 'Post offices' },
  UPL: { name: 'Parcel locker', plural: 'Parcel lockers' },
  R_SPB: { name: 'Red street post box', plural: 'Red post boxes' },
  C_SPB: { name: 'Combined street post box', plural: 'Combined post boxes' },
  OS: { name: 'Outstation', plural: 'Outstations' },
  DC: { name: 'Delivery centre', plural: 'Delivery centres' },
};
export const kindTypes = Object.keys(kinds) as readonly LocationType[];

/** Returns an icon from the page's sprite, in the text colour. */
export const icon = (name: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;

/** Returns a kind's icon, in its own colour. */
export const kindIcon = (type: LocationType): Html =>
  html`<svg class="kind ${type}" viewBox="0 0 24 24" aria-hidden="true"><use href="#kind-${type}"></use></svg>`;
