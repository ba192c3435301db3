import type * as z from 'zod';

/** What the text of a parameter may be, in the words of JSON Schema. */
export type ParameterForm =
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly maxLength: number }
  | {
      readonly type: 'array';
      /** Of one value of the comma list. */
      readonly items: z.core.$ZodType;
      readonly maxItems: number;
      /** Whether the parameter may come several times, each time with a list. */
      readonly repeatable: boolean;
    };

const forms = new WeakMap<z.core.$ZodType, ParameterForm>();

/** The schema itself, whose form is from now on known: it reads a parameter in one step, which tells nothing by itself. */
export const withForm = <S extends z.core.$ZodType>(schema: S, form: ParameterForm): S => {
  forms.set(schema, form);
  return schema;
};

/** What is known of a schema. Undefined where it is not one that `withForm` was told of. */
export const formOf = (schema: z.core.$ZodType): ParameterForm | undefined => forms.get(schema);
