/** An answer that is not as it must be. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 600);

/** Throws Finding unless the condition holds. */
export const must = (holds: boolean, what: string, expected: unknown, got: unknown): void => {
  if (!holds) throw new Finding(`${what}: expected ${shown(expected)}, got ${shown(got)}`);
};
