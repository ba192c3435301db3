import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocuments } from '../openapi/openapi-documents.ts';

const head = `/**
 * Written by \`npm run generate\` from the service's OpenAPI document; do not edit.
 */
`;

/** Returns the client's TypeScript types for each service, generated from its OpenAPI document, by file name. */
export const clientTypes = (): Promise<readonly (readonly [name: string, text: string])[]> =>
  Promise.all(
    Object.entries(openApiDocuments({ origin: '' })).map(async ([service, document]) => {
      const types = await openapiTS(JSON.stringify(document), { alphabetize: true, rootTypes: false });
      return [`${service}.ts`, head + astToString(types)] as const;
    }),
  );
