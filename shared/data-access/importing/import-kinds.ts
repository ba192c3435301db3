/** Kinds of record that operators import into tables. */
export const tableKinds = [
  'locations',
  'services',
  'parcel-limits',
  'places',
  'holidays',
  'billers',
  'bill-types',
] as const;
export type TableKind = (typeof tableKinds)[number];

/** Kinds of record that operators can import. `availability` changes the overlay instead of a table. */
export const importKinds = [...tableKinds, 'availability'] as const;
export type ImportKind = (typeof importKinds)[number];

/** Modes of an import: `replace` removes stored records that are not in the file, and `merge` keeps them. */
export const importModes = ['replace', 'merge'] as const;
export type ImportMode = (typeof importModes)[number];
