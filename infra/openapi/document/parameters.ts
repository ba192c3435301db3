import * as z from 'zod';
import type { oas31 } from 'zod-openapi';
import type { Words } from './operation-description.ts';
import { parameterSchema } from './parameter-schema.ts';

/** A parameter without words, or words without a parameter: the types have been got round. */
class ParametersAndWordsDiffer extends Error {
  override readonly name = 'ParametersAndWordsDiffer';
}

type Place = 'path' | 'query' | 'header';
type Schemas = Readonly<Record<string, z.core.$ZodType>>;

const parameterOf = (
  place: Place,
  name: string,
  type: z.core.$ZodType,
  words: Words,
): oas31.ParameterObject => {
  const { schema, required, isRepeatable } = parameterSchema(type);
  const { description, example } = words;
  return {
    in: place,
    name,
    description,
    required,
    ...(isRepeatable && { style: 'form', explode: true }),
    schema,
    ...(example !== undefined && { example }),
  };
};

const schemasOf = (place: Place, schema: z.core.$ZodType | Schemas | undefined): Schemas => {
  if (schema === undefined) return {};
  if (schema instanceof z.core.$ZodObject) return schema._zod.def.shape;
  if (schema instanceof z.core.$ZodType) {
    throw new ParametersAndWordsDiffer(`The parameters of the ${place} are no object of parameters.`);
  }
  return schema;
};

/** The parameters at one place, each with its words. Throws ParametersAndWordsDiffer. */
export const parametersOf = (
  place: Place,
  schema: z.core.$ZodType | Schemas | undefined,
  words: Readonly<Record<string, Words>>,
): oas31.ParameterObject[] => {
  const schemas = schemasOf(place, schema);
  const unknown = Object.keys(words).filter((name) => !(name in schemas));
  if (unknown.length > 0) throw new ParametersAndWordsDiffer(`There is no parameter ${unknown.join(', ')}.`);
  return Object.entries(schemas).map(([name, type]) => {
    const said = words[name];
    if (said === undefined) throw new ParametersAndWordsDiffer(`Nothing is said of the parameter ${name}.`);
    return parameterOf(place, name, type, said);
  });
};
