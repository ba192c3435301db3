import type { Metafile } from 'esbuild';

type Outputs = Metafile['outputs'];

const importsOf = (outputs: Outputs, output: string): string[] =>
  (outputs[output]?.imports ?? []).flatMap(({ path, kind }) => (kind === 'import-statement' ? [path] : []));

/** The outputs that are loaded with one of these: what it imports by a statement, and what that imports in turn. */
export const importedOutputs = (outputs: Outputs, output: string): readonly string[] => {
  const found = new Set(importsOf(outputs, output));
  // A set is walked to its end, with what is added on the way.
  for (const each of found) for (const further of importsOf(outputs, each)) found.add(further);
  return [...found];
};
