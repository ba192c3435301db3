import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ReadDocument, ReadSchema } from './read-document.ts';

/** Returns what is wrong with a value, or undefined if it is valid. */
export type Judge = (value: unknown) => string | undefined;

/** Judges values by a document's schemas. With `closed`, objects may have only the described fields. */
export const schemaJudge = (document: ReadDocument, { closed }: { readonly closed: boolean }) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const whole = structuredClone(document);
  if (closed) for (const schema of Object.values(whole.components.schemas)) close(schema);
  ajv.addSchema({ $id: 'document', components: whole.components });

  return (schema: ReadSchema): Judge => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    return (value) =>
      validate(value)
        ? undefined
        : ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: 'value', separator: '; ' });
  };
};

const close = (schema: ReadSchema): void => {
  if (schema.properties) {
    schema.additionalProperties = false;
    for (const property of Object.values(schema.properties)) close(property);
  }
  if (schema.items) close(schema.items);
  for (const one of schema.anyOf ?? []) close(one);
};
