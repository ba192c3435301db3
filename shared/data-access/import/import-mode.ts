/** Modes of an import: `replace` removes stored records that no line names, `merge` keeps them. */
export const importModes = ['replace', 'merge'] as const;
export type ImportMode = (typeof importModes)[number];
