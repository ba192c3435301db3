/** Types of location in a postal network. A place with several types has a location for each type. */
export const locationTypes = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;

/** Types of location with staff, and therefore with opening hours and holidays. */
export const staffedTypes: readonly (typeof locationTypes)[number][] = ['PO', 'OS', 'DC'];

export const descriptionOfType: Readonly<Record<(typeof locationTypes)[number], string>> = {
  PO: 'Post Office',
  UPL: 'Parcel Locker',
  R_SPB: 'Red Street Post Box',
  C_SPB: 'Combined Street Post Box',
  OS: 'Outstation',
  DC: 'Delivery Centre',
};
