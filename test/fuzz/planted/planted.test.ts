import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { withoutStoreDeadline } from '../../support/busy-machine.ts';
import { answerJudge } from '../../support/openapi/answer-judge.ts';
import { type ReadDocument, readDocument } from '../../support/openapi/read-document.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { seekFault } from '../long-run.ts';
import { subjects, subjectsJudgedBy, subjectsWithoutOracle } from '../subjects.ts';
import { impossiblePlants, plantedServices, startTablesForPlants } from './planted-services.ts';
import { plants } from './plants.ts';

/** Planted faults with operations that have them. `npm run fuzz -- --planted` searches all operations for all faults. */
const someFaults = [
  ['getWorkCentres', 'lat is accepted without lon'],
  ['getWorkCentreByID', 'hours end a minute early'],
  ['enquiry', 'the date pattern is anchored'],
] as const;

/** Planted faults that violate an OpenAPI document. */
const undocumentedFaults = [
  ['getGeoLocationsUsingGET', 'types may be in lower case'],
  ['getOperationalCapabilities', 'an offset past the end causes a failure'],
  ['getServicesUsingGET', 'errors have no CORS headers'],
  ['getWorkCentreByID', 'an unknown id returns 200 with an empty list'],
] as const;

const fieldsOf = ({ components }: ReadDocument, name: string) => components.schemas[name]?.properties ?? {};

/** Errors in a document, each with the change that introduces it and the finding that it causes. */
const lies: readonly [
  lie: string,
  operationId: string,
  tell: (document: ReadDocument) => void,
  found: RegExp,
][] = [
  [
    'a field is documented with another type',
    'getOperationalCapabilities',
    (document) => Object.assign(fieldsOf(document, 'Pagination').total ?? {}, { type: 'string' }),
    /must be string/,
  ],
  [
    'a field is not documented',
    'getOperationalCapabilities',
    (document) => delete fieldsOf(document, 'CapabilityCategory').name,
    /additional properties/,
  ],
  [
    'a value is not documented',
    'getWorkCentres',
    (document) => Object.assign(fieldsOf(document, 'CurrentHourPeriod').type ?? {}, { enum: ['HOURS'] }),
    /equal to one of the allowed values/,
  ],
  [
    'status 400 is not documented',
    'getWorkCentres',
    (document) => delete document.paths['/workcentres']?.get?.responses[400],
    /there is no status 400/,
  ],
  [
    'a header is documented with another value',
    'exportWorkCentres',
    ({ components }) => Object.assign(components.headers.location ?? {}, { schema: { const: 'here' } }),
    /header location/,
  ],
  [
    'Retry-After is documented for responses that do not have it',
    'getOperationalCapabilities',
    (document) => {
      const [response] = Object.values(document.paths['/operational-capabilities']?.get?.responses ?? {});
      if (response && 'headers' in response) {
        response.headers['retry-after'] = { $ref: '#/components/headers/retry-after' };
      }
    },
    /there is no header retry-after/,
  ],
];

const right = openApiDocuments({ origin: '' })['locations-v3'];

let tables: Awaited<ReturnType<typeof startTablesForPlants>>;
let services: ApiTarget;
beforeAll(async () => {
  tables = await startTablesForPlants();
  services = await plantedServices(undefined, tables.given);
});
afterAll(() => tables.close());

const search = async (target: ApiTarget, searched: typeof subjects, requestsEach: number) => {
  withoutStoreDeadline();
  const requests = requestsEach * searched.length;
  return (await seekFault({ target, subjects: searched, seed: 1, requests })).found?.why;
};

const searchPlanted = (name: string, searched: typeof subjects, requests: number) => {
  const plant = plants.find((each) => each.name === name) ?? expect.fail(name);
  return plantedServices(plant, tables.given).then((target) => search(target, searched, requests));
};

const only = (id: string, all: typeof subjects) => all.filter(({ operationId }) => operationId === id);

// The tests of `services` come first, because each bundle replaces the global that handlers stream with.
describe('the fuzzer', () => {
  it('B29 finds no fault in the handlers', async () => {
    expect(await search(services, subjects, 80)).toBeUndefined();
  });

  it('finds no fault in the handlers without an oracle', async () => {
    expect(await search(services, subjectsWithoutOracle, 80)).toBeUndefined();
  });

  it.each(lies)('with an incorrect document finds that %s', async (_, operationId, tell, found) => {
    const document = readDocument(structuredClone(right));
    tell(document);
    const judged = only(operationId, subjectsJudgedBy(answerJudge([document])));
    expect(await search(services, judged, 160)).toMatch(found);
  });

  it.each(someFaults)('finds in %s that %s', async (operationId, name) => {
    expect(await searchPlanted(name, only(operationId, subjects), 120)).toBeDefined();
  });

  it.each(undocumentedFaults)('finds without an oracle in %s that %s', async (operationId, name) => {
    expect(await searchPlanted(name, only(operationId, subjectsWithoutOracle), 240)).toBeDefined();
  });

  it('can plant every fault', async () => {
    expect(await impossiblePlants(plants)).toEqual([]);
    const [plant = expect.fail('there are no plants')] = plants;
    const impossible = [
      { ...plant, from: 'no such text' },
      { ...plant, to: '}' },
      { ...plant, file: 'package.json', from: '"type"' },
    ];
    expect(await impossiblePlants(impossible)).toEqual([
      expect.stringContaining('must occur exactly once'),
      expect.stringContaining('Transform failed'),
      expect.stringContaining('no handler imports package.json'),
    ]);
  });
});
