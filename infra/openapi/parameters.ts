import * as z from 'zod';
import type { oas31 } from 'zod-openapi';
import { extensionMark, formOf, type ParameterForm } from '../../shared/http/query-params.ts';
import { conditionalHeaders } from '../../shared/http/representation.ts';
import type { RequestSchema } from '../../shared/http/request.ts';
import { sandboxHeaders } from '../../shared/http/sandbox.ts';

type Place = 'path' | 'query' | 'header';
type JsonSchema = Extract<oas31.SchemaObject, object>;

/** Returns the parameters of an operation. Throws if a parameter has no description. */
export const parametersOf = (
  request: RequestSchema,
  { isOpen, isConditional }: { readonly isOpen: boolean; readonly isConditional: boolean },
): oas31.ParameterObject[] => [
  ...parametersIn('path', request.path),
  ...parametersIn('query', request.query instanceof z.core.$ZodObject ? request.query._zod.def.shape : {}),
  ...parametersIn('header', request.headers),
  ...(isConditional ? parametersIn('header', conditionalHeaders) : []),
  ...(isOpen ? [] : parametersIn('header', sandboxHeaders)),
];

const parametersIn = (
  place: Place,
  schemas: Readonly<Record<string, z.core.$ZodType>> = {},
): oas31.ParameterObject[] =>
  Object.entries(schemas).map(([name, type]) => {
    const {
      description,
      examples: [example] = [],
      [extensionMark]: isExtension,
      default: usual,
    } = z.globalRegistry.get(type) ?? {};
    if (description === undefined) throw new Error(`the parameter ${name} has no description`);
    return {
      in: place,
      name,
      description,
      ...withDefault(formParameter(type), usual),
      ...(isExtension === true && { [extensionMark]: true }),
      ...(example !== undefined && { example }),
    };
  });

/** Adds the default value, which the operation applies because the request schema does not. */
const withDefault = (form: WrittenForm, usual: unknown): WrittenForm =>
  usual === undefined ? form : { ...form, schema: { ...form.schema, default: usual } };

type WrittenForm = Pick<oas31.ParameterObject, 'required' | 'style' | 'explode'> & {
  readonly schema: JsonSchema;
};

/** Returns a parameter's schema and serialisation, from a form in `query-params.ts` or from any string schema. */
const formParameter = (schema: z.core.$ZodType): WrittenForm => {
  const form = formOf(schema);
  if (form) return ofForm(form);
  if (schema instanceof z.core.$ZodOptional)
    return { ...formParameter(schema._zod.def.innerType), required: false };
  if (schema instanceof z.core.$ZodNonOptional)
    return { ...formParameter(schema._zod.def.innerType), required: true };
  if (schema instanceof z.core.$ZodDefault) {
    const { schema: inner, ...rest } = formParameter(schema._zod.def.innerType);
    return { ...rest, schema: { ...inner, default: schema._zod.def.defaultValue }, required: false };
  }
  if (schema instanceof z.core.$ZodPipe) return formParameter(describingSide(schema));
  const { $schema: _, description: __, examples: ___, ...plain } = z.toJSONSchema(schema, { io: 'input' });
  return { schema: plain as JsonSchema, required: true };
};

const ofForm = (form: ParameterForm): WrittenForm => {
  switch (form.type) {
    case 'integer':
    case 'string':
      return { required: true, schema: { ...form } };
    case 'number':
      return { required: true, schema: { ...form, format: 'double' } };
    case 'array': {
      const { maxItems, repeatable } = form;
      const items = formParameter(form.items).schema;
      return repeatable
        ? { required: true, style: 'form', explode: true, schema: { type: 'array', items, maxItems } }
        : { required: true, schema: commaList(items) };
    }
  }
};

const blanks = '[ \\t]*';

/**
 * Returns the schema of a comma-separated list. It is a string, because the specifications declare a string, and
 * clients are generated from that type.
 */
const commaList = ({ enum: values, type }: JsonSchema): JsonSchema => {
  const item = values ? `(${values.join('|')})` : type === 'integer' ? '[0-9]+' : undefined;
  if (item === undefined) return { type: 'string' };
  return { type: 'string', pattern: `^${blanks}${item}${blanks}(,${blanks}${item}${blanks})*$` };
};

/** Returns the side of a pipe that describes the parameter: the input, unless the output narrows a plain string. */
const describingSide = (pipe: z.core.$ZodPipe): z.core.$ZodType => {
  const { in: input, out } = pipe._zod.def;
  if (out instanceof z.core.$ZodTransform) return input;
  const text = input instanceof z.core.$ZodOptional ? input._zod.def.innerType : input;
  return formOf(text) === undefined ? input : out;
};
