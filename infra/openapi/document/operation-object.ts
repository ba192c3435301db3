import type { oas31, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import { sandboxHeaders } from '../../../shared/http/sandbox.ts';
import type { Route } from '../../routes/route.ts';
import { errorAnswers } from './error-answers.ts';
import { headersNamed } from './headers.ts';
import type { Answer, Example, OperationDescription } from './operation-description.ts';
import { parametersOf } from './parameters.ts';
import { requestBody } from './request-body.ts';

const examplesOf = (examples: Readonly<Record<string, Example>> | undefined) =>
  examples && Object.fromEntries(Object.entries(examples).map(([name, example]) => [name, { ...example }]));

const responseOf = ({ description, headers, schema, examples }: Answer): ZodOpenApiResponseObject => ({
  description,
  headers: headersNamed(headers),
  ...(schema && { content: { 'application/json': { schema, examples: examplesOf(examples) } } }),
});

const sandboxWords = {
  'waypost-simulate': {
    description:
      'With a sandbox key, asks for an answer of 429, or of an outage, so that you can test how you back off. ' +
      'Other keys are answered as if it were not there.',
  },
};

const sandboxParameters = parametersOf('header', sandboxHeaders, sandboxWords);

/** An operation as its document shows it. */
export const operationObject = (
  { operationId, open = false }: Route,
  description: OperationDescription,
): ZodOpenApiOperationObject => {
  const { request, summary, tag, path = {}, query = {}, headers = {}, body, answers, errors } = description;
  const parameters: oas31.ParameterObject[] = [
    ...parametersOf('path', request.path, path),
    ...parametersOf('query', request.query, query),
    ...parametersOf('header', request.headers, headers),
    ...(open ? [] : sandboxParameters),
  ];
  const responses = [
    ...Object.entries(answers).map(([status, answer]) => [status, responseOf(answer)] as const),
    ...errors.map(
      (status) => [status, { $ref: `#/components/responses/${errorAnswers[status].name}` }] as const,
    ),
  ];
  return {
    operationId,
    summary,
    description: description.description,
    tags: [tag],
    ...(open && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: Object.fromEntries(responses),
  };
};
