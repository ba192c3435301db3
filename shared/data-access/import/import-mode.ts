/** What becomes of the stored records that no line names: `replace` removes them, `merge` only adds and replaces. */
export const importModes = ['replace', 'merge'] as const;
export type ImportMode = (typeof importModes)[number];
