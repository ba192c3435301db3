import type * as z from 'zod';

/** Form of a parameter's text, in the terms of JSON Schema. */
export type ParameterForm =
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly maxLength: number }
  | {
      readonly type: 'array';
      /** Schema of one value of the comma list. */
      readonly items: z.core.$ZodType;
      readonly maxItems: number;
      /** Whether the parameter may be repeated, each time with a list. */
      readonly repeatable: boolean;
    };

const forms = new WeakMap<z.core.$ZodType, ParameterForm>();

/** Registers the form of a schema and returns the schema: a single transform does not reveal its form to OpenAPI. */
export const withForm = <S extends z.core.$ZodType>(schema: S, form: ParameterForm): S => {
  forms.set(schema, form);
  return schema;
};

/** Returns the form of a schema; undefined if `withForm` has not registered one. */
export const formOf = (schema: z.core.$ZodType): ParameterForm | undefined => forms.get(schema);
