/** The kinds of place a postal network consists of. When one place holds several, each is a location. */
export const locationTypes = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;

/** What each kind is called, for locations that bring no description of their own. */
export const descriptionOfType: Readonly<Record<(typeof locationTypes)[number], string>> = {
  PO: 'Post Office',
  UPL: 'Parcel Locker',
  R_SPB: 'Red Street Post Box',
  C_SPB: 'Combined Street Post Box',
  OS: 'Outstation',
  DC: 'Delivery Centre',
};
