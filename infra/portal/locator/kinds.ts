import type { LocationType } from '../../../shared/domain/location/location.ts';
import { type Html, html } from '../layout/html.ts';

/**
 * All kinds as the public knows them, those that most visitors look for first. Each has an icon with a shape and a drawing of its own in the page's
 * sprite, so that nobody needs colours.
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

/** An icon of the page's sprite, in the colour of the text. */
export const icon = (name: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;

/** The icon of a kind, in its own colour. */
export const kindIcon = (type: LocationType): Html =>
  html`<svg class="kind ${type}" viewBox="0 0 24 24" aria-hidden="true"><use href="#kind-${type}"></use></svg>`;
