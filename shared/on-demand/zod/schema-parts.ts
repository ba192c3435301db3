import { isPlainObject } from './fields.ts';
import type { WholeZod } from './whole-zod.ts';

/** What a quick look gives of a value that it cannot vouch for: zod is to judge it. */
export const unsure = Symbol('unsure');

/**
 * A quick look at a value: gives what zod would make of it, or `unsure`. It never refuses: what it does not know to be
 * good is zod's to accept, or to refuse in its own words.
 */
export type Look = (value: unknown) => unknown;

/** What an object may do without a field, as zod's own `optin` says: nothing, say nothing of it, or have a substitute. */
type Absence = 'optional' | 'defaulted' | undefined;

/** How a schema sees values without zod, and how zod's own is made. */
export interface SchemaParts {
  readonly look: Look;
  /** Zod's own schema, the same at each call. Loads zod. */
  readonly whole: () => object;
  readonly absence?: Absence;
  /** Zod's `optout`: the field is left out of what an object gives. */
  readonly isLeftOut?: boolean;
  /** Of a plain object alone. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** What a lazy schema is of. */
  readonly content?: () => unknown;
  /** Which names a record may have by it: those of an enumeration, or any that its look passes. Undefined: zod knows. */
  readonly names?: ReadonlySet<unknown> | 'any' | undefined;
}

/** What a step makes of a schema, beside how zod takes the step. */
export type LookingParts = Omit<SchemaParts, 'whole'>;

/** Zod, which the first call loads. */
export type LoadZod = () => WholeZod;

/** What nobody but zod knows anything of. */
export const judgedByZod: LookingParts = { look: () => unsure };

const known = new WeakMap<object, SchemaParts>();

/** Remembers the parts of a schema. */
export const withParts = <S extends object>(schema: S, parts: SchemaParts): S => {
  known.set(schema, parts);
  return schema;
};

/** Undefined of what is no schema of this room. */
const knownPartsOf = (value: unknown): SchemaParts | undefined =>
  typeof value === 'object' && value !== null ? known.get(value) : undefined;

/** The parts of any schema. */
export const lookingPartsOf = (schema: unknown): LookingParts => knownPartsOf(schema) ?? judgedByZod;

/** Arguments as zod takes them: schemas of this room, however deep they are, become its own. */
export const asZodTakes = (argument: unknown): unknown => {
  const parts = knownPartsOf(argument);
  if (parts) return parts.whole();
  if (Array.isArray(argument)) return argument.map(asZodTakes);
  if (!isPlainObject(argument)) return argument;
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, asZodTakes(value)]));
};
