import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { answerJudge } from '../../support/openapi/answer-judge.ts';
import { type ReadDocument, readDocument } from '../../support/openapi/read-document.ts';
import { documented } from '../checks/documented.ts';
import { locationsV3Operations } from '../operations/locations-v3.ts';
import { operationProbes } from '../operations/operation-probes.ts';
import { plantedServices } from './planted-services.ts';
import { seekFault } from './seek-fault.ts';
import { startTablesForPlants } from './tables-for-plants.ts';

const fieldsOf = ({ components }: ReadDocument, name: string) => components.schemas[name]?.properties ?? {};

/** What a document might say wrongly of its service, and what then is found. */
const lies: readonly [lie: string, tell: (document: ReadDocument) => void, found: RegExp][] = [
  [
    'that a field has another type',
    (document) => Object.assign(fieldsOf(document, 'Pagination').total ?? {}, { type: 'string' }),
    /must be string/,
  ],
  [
    'that a field is not there',
    (document) => delete fieldsOf(document, 'WorkCentreAttributes').work_centre_id,
    /additional properties/,
  ],
  [
    'that a list has fewer values',
    (document) => Object.assign(fieldsOf(document, 'WorkCentre').type ?? {}, { enum: ['PO', 'UPL'] }),
    /equal to one of the allowed values/,
  ],
  [
    'that nothing is refused',
    (document) => delete document.paths['/workcentres']?.get?.responses[400],
    /there is no status 400/,
  ],
  [
    'that the export has another header',
    ({ components }) => Object.assign(components.headers.location ?? {}, { schema: { const: 'here' } }),
    /header location/,
  ],
  [
    'that every answer says when to come again',
    (document) => {
      const [response] = Object.values(document.paths['/operational-capabilities']?.get?.responses ?? {});
      if (response && 'headers' in response) {
        response.headers['retry-after'] = { $ref: '#/components/headers/retry-after' };
      }
    },
    /there is no header retry-after/,
  ],
];

describe('the fuzzer with a document that lies', () => {
  let tables: Awaited<ReturnType<typeof startTablesForPlants>>;
  beforeAll(async () => {
    tables = await startTablesForPlants();
  });
  afterAll(() => tables.close());

  it.each(lies)('finds the lie %s', async (_, tell, found) => {
    const document = readDocument(openApiDocuments({ origin: '' })['locations-v3']);
    tell(document);
    const judge = answerJudge([document]);
    const subjects = locationsV3Operations.map((operation) => {
      const probes = documented(operation.operationId, operationProbes(operation), judge);
      return { operationId: operation.operationId, probes, probesOfGateway: probes };
    });
    const target = await plantedServices(undefined, tables.given);
    const sought = await seekFault({ target, subjects, seed: 1, requests: 800 });
    expect(sought.found?.why).toMatch(found);
  });
});
