import openapiTS, { astToString } from 'openapi-typescript';
import { type Service, services } from '../../shared/domain/access/service.ts';
import { openApiDocuments } from '../openapi/openapi-documents.ts';

const head = `/**
 * Written by \`npm run generate\` from the service's OpenAPI document; do not edit.
 */
`;

const typesOf = async (document: unknown): Promise<string> =>
  head + astToString(await openapiTS(JSON.stringify(document), { alphabetize: true, rootTypes: false }));

/** Returns the client's TypeScript types for each service, generated from its OpenAPI document, by file name. */
export const clientTypes = async (): Promise<Readonly<Record<string, string>>> => {
  const documents = openApiDocuments({ origin: '' });
  const written = services.map(async (service: Service) => {
    return [`${service}.ts`, await typesOf(documents[service])] as const;
  });
  return Object.fromEntries(await Promise.all(written));
};
