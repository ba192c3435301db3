import type { LocationType } from '../../../shared/domain/location/location.ts';
import { type Html, html } from '../layout/html.ts';

/** A kind of place as the public knows it. Each has a shape and a drawing of its own, so that nobody needs colours. */
interface Kind {
  readonly name: string;
  readonly plural: string;
  /** Paths in a square of 24: the filled shape, and the lines on it. */
  readonly shape: string;
  readonly drawing: string;
}

/** All kinds, those that most visitors look for first. */
export const kinds: Readonly<Record<LocationType, Kind>> = {
  PO: {
    name: 'Post office',
    plural: 'Post offices',
    shape: 'M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22Z',
    drawing: 'M6.2 8h11.6v8.2H6.2ZM6.6 8.5 12 12.7l5.4-4.2',
  },
  UPL: {
    name: 'Parcel locker',
    plural: 'Parcel lockers',
    shape: 'M4.5 1.5h15a3 3 0 0 1 3 3v15a3 3 0 0 1-3 3h-15a3 3 0 0 1-3-3v-15a3 3 0 0 1 3-3Z',
    drawing: 'M6.3 6.3h11.4v11.4H6.3ZM12 6.3v11.4M6.3 10.1H12M12 13.9h5.7',
  },
  R_SPB: {
    name: 'Red street post box',
    plural: 'Red post boxes',
    shape: 'M12 1a8.5 8.5 0 0 1 8.5 8.5V22a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1V9.5A8.5 8.5 0 0 1 12 1Z',
    drawing: 'M7.8 9.2h8.4M9 13.2h6v4.6H9Z',
  },
  C_SPB: {
    name: 'Combined street post box',
    plural: 'Combined post boxes',
    shape: 'M4 1.5h16a1.5 1.5 0 0 1 1.5 1.5v12.3L12 23 2.5 15.3V3A1.5 1.5 0 0 1 4 1.5Z',
    drawing: 'M7.5 6.3h9M7.5 10h9M10 13.8h4',
  },
  OS: {
    name: 'Outstation',
    plural: 'Outstations',
    shape: 'M12 .6 22 6.3v11.4l-10 5.7L2 17.7V6.3Z',
    drawing: 'M6.6 12.2 12 7.4l5.4 4.8M8.4 11v5.6h7.2V11',
  },
  DC: {
    name: 'Delivery centre',
    plural: 'Delivery centres',
    shape: 'M8 1h8l7 7v8l-7 7H8l-7-7V8Z',
    drawing: 'M5 8.2h8v6.6H5ZM13 10.3h3.1l2.9 2.3v2.2h-6M7.2 16.4h2M14.6 16.4h2',
  },
};
export const kindTypes = Object.keys(kinds) as readonly LocationType[];

/** An icon of the page's sprite, in the colour of the text. */
export const icon = (name: string): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-${name}"></use></svg>`;

/** The icon of a kind, in its own colour. */
export const kindIcon = (type: LocationType): Html =>
  html`<svg class="kind ${type}" viewBox="0 0 24 24" aria-hidden="true"><use href="#kind-${type}"></use></svg>`;
