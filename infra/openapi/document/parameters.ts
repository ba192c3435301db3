import * as z from 'zod';
import type { oas31 } from 'zod-openapi';
import { formOf, type ParameterForm } from '../../../shared/http/query-params.ts';
import type { Words } from './operation-description.ts';

type Schemas = Readonly<Record<string, z.core.$ZodType>>;

/** The parameters at one place, each with its words. */
export const parametersOf = (
  place: 'path' | 'query' | 'header',
  schema: z.core.$ZodType | Schemas | undefined = {},
  words: Readonly<Record<string, Words>> = {},
): oas31.ParameterObject[] => {
  const schemas = schema instanceof z.core.$ZodObject ? schema._zod.def.shape : (schema as Schemas);
  return Object.entries(schemas).map(([name, type]) => {
    const { schema: shown, required, isRepeatable } = parameterSchema(type);
    return {
      in: place,
      name,
      description: words[name]?.description,
      required,
      ...(isRepeatable && { style: 'form', explode: true }),
      schema: shown,
      ...(words[name]?.example !== undefined && { example: words[name].example }),
    };
  });
};

type JsonSchema = Extract<oas31.SchemaObject, object>;

/** What clients must know of a parameter to write it down. */
interface ParameterSchema {
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** Whether it may be sent several times, as `name=a&name=b`. */
  readonly isRepeatable?: boolean;
}

/** Pattern of one value of a list; undefined if it is any text. */
const patternOfItem = ({ enum: values, type }: JsonSchema): string | undefined => {
  if (values !== undefined) return `(${values.join('|')})`;
  return type === 'integer' ? '[0-9]+' : undefined;
};

const blanks = '[ \\t]*';

/** A comma-separated list is one text: the specifications type it so, and clients are generated from that type. */
const listOfCommas = (item: JsonSchema): JsonSchema => {
  const one = patternOfItem(item);
  return {
    type: 'string',
    ...(one !== undefined && { pattern: `^${blanks}${one}${blanks}(,${blanks}${one}${blanks})*$` }),
  };
};

const ofForm = (form: ParameterForm): ParameterSchema => {
  switch (form.type) {
    case 'integer':
      return { schema: { ...form }, required: true };
    case 'number':
      return { schema: { ...form, format: 'double' }, required: true };
    case 'string':
      return { schema: { ...form }, required: true };
    case 'array': {
      const { maxItems, repeatable } = form;
      const items = parameterSchema(form.items).schema;
      return repeatable
        ? { schema: { type: 'array', items, maxItems }, required: true, isRepeatable: true }
        : { schema: listOfCommas(items), required: true };
    }
  }
};

/** What comes in says what is taken, unless all of it is text that what goes out then narrows. */
const tellingOf = (pipe: z.core.$ZodPipe): z.core.$ZodType => {
  const { in: taken, out } = pipe._zod.def;
  if (out instanceof z.core.$ZodTransform) return taken;
  const text = taken instanceof z.core.$ZodOptional ? taken._zod.def.innerType : taken;
  return formOf(text) === undefined ? taken : out;
};

/** What a parameter's schema takes, whether it reads the parameter in one step or is a schema of text. */
const parameterSchema = (schema: z.core.$ZodType): ParameterSchema => {
  const form = formOf(schema);
  if (form) return ofForm(form);
  if (schema instanceof z.core.$ZodOptional)
    return { ...parameterSchema(schema._zod.def.innerType), required: false };
  if (schema instanceof z.core.$ZodDefault) {
    const { schema: inner, ...rest } = parameterSchema(schema._zod.def.innerType);
    return { ...rest, schema: { ...inner, default: schema._zod.def.defaultValue }, required: false };
  }
  if (schema instanceof z.core.$ZodPipe) return parameterSchema(tellingOf(schema));
  const { $schema: _, ...plain } = z.toJSONSchema(schema, { io: 'input' });
  return { schema: plain as JsonSchema, required: true };
};
