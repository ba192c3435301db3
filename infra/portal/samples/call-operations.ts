import * as z from 'zod';
import { services } from '../../../shared/domain/access/service.ts';
import { openApiDocuments } from '../../openapi/openapi-documents.ts';
import type { CallOperation } from './api-call.ts';

const parameter = z
  .object({
    name: z.string(),
    in: z.enum(['path', 'query', 'header']),
    required: z.boolean().default(false),
    schema: z.object({ type: z.string().optional(), enum: z.array(z.string()).optional() }),
  })
  .transform(({ schema: { type, enum: values }, ...rest }) => ({ ...rest, type: typeOf(type), values }));

const operation = z.object({
  operationId: z.string(),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), z.unknown()),
});

const typeOf = (type: string | undefined): CallOperation['parameters'][number]['type'] =>
  type === 'integer' || type === 'number'
    ? 'number'
    : type === 'boolean' || type === 'array'
      ? type
      : 'string';

let operations: readonly CallOperation[] | undefined;

/** Returns all operations of the API, from the OpenAPI documents. Fixed paths are before those with parameters. */
export const callOperations = (): readonly CallOperation[] => {
  operations ??= readOperations().toSorted(
    (one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')),
  );
  return operations;
};

const readOperations = (): readonly CallOperation[] => {
  const documents = openApiDocuments({ origin: '' });
  return services.flatMap((service) =>
    Object.entries(documents[service].paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => {
        const { operationId, parameters, responses } = operation.parse(described);
        return {
          ...{ operationId, service, path, parameters },
          method: method.toUpperCase(),
          redirects: '302' in responses,
        };
      }),
    ),
  );
};
