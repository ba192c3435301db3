import { isPlainObject } from './fields.ts';
import type { WholeZod } from './whole-zod.ts';

/** Result of a look at a value that only zod can judge. */
export const unsure = Symbol('unsure');

/**
 * Quick check of a value: returns what zod would return, or `unsure`. It never refuses; invalid values are left to zod
 * and its messages.
 */
export type Look = (value: unknown) => unknown;

/** How a schema treats an absent field, as zod's `optin`: required if undefined, optional, or replaced by a default. */
type Absence = 'optional' | 'defaulted' | undefined;

/** How a schema reads values without zod, and how zod's schema is made. */
export interface SchemaParts {
  readonly look: Look;
  /** Returns zod's own schema, the same at each call. Loads zod. */
  readonly whole: () => object;
  readonly absence?: Absence;
  /** Zod's `optout`: whether an absent field is omitted from the result. */
  readonly isLeftOut?: boolean;
  /** Fields; only of a schema of a plain object. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Content of a lazy schema. */
  readonly content?: () => unknown;
  /**
   * Names that a record may have with this schema of keys: an enumeration, or any that pass its look. Undefined if only
   * zod knows.
   */
  readonly names?: ReadonlySet<unknown> | 'any' | undefined;
}

/** Parts that a step changes without zod. */
export type LookingParts = Omit<SchemaParts, 'whole'>;

/** Returns zod; the first call loads it. */
export type LoadZod = () => WholeZod;

/** Parts of a schema that leaves every value to zod. */
export const judgedByZod: LookingParts = { look: () => unsure };

const known = new WeakMap<object, SchemaParts>();

/** Registers the parts of a schema, and returns the schema. */
export const withParts = <S extends object>(schema: S, parts: SchemaParts): S => {
  known.set(schema, parts);
  return schema;
};

/** Returns the parts of a schema made here; undefined for any other value. */
const knownPartsOf = (value: unknown): SchemaParts | undefined =>
  typeof value === 'object' && value !== null ? known.get(value) : undefined;

/** Returns the parts of any schema. */
export const lookingPartsOf = (schema: unknown): LookingParts => knownPartsOf(schema) ?? judgedByZod;

/** Replaces schemas made here by zod's own, at any depth of an argument. */
export const asZodTakes = (argument: unknown): unknown => {
  const parts = knownPartsOf(argument);
  if (parts) return parts.whole();
  if (Array.isArray(argument)) return argument.map(asZodTakes);
  if (!isPlainObject(argument)) return argument;
  return Object.fromEntries(Object.entries(argument).map(([name, value]) => [name, asZodTakes(value)]));
};
