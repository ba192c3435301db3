import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { withoutStoreDeadline } from '../../support/busy-machine.ts';
import { answerJudge } from '../../support/openapi/answer-judge.ts';
import { type ReadDocument, readDocument } from '../../support/openapi/read-document.ts';
import type { ApiTarget } from '../../support/targets/api-target.ts';
import { subjects, subjectsJudgedBy, subjectsWithoutOracle } from '../subjects.ts';
import { impossiblePlants, plantedServices, startTablesForPlants } from './planted-services.ts';
import { plants } from './plants.ts';
import { seekFault } from './seek-fault.ts';

/** Planted faults that the tests search for. `npm run fuzz -- --planted` searches for all. */
const someFaults = [
  'lat is accepted without lon',
  'hours end a minute early',
  'the date pattern is anchored',
];

/** Planted faults that violate an OpenAPI document. */
const undocumentedFaults = [
  'types may be in lower case',
  'an offset past the end causes a failure',
  'errors have no CORS headers',
  'an unknown id returns 200 with an empty list',
];

const plantsNamed = (names: readonly string[]) => plants.filter(({ name }) => names.includes(name));

const fieldsOf = ({ components }: ReadDocument, name: string) => components.schemas[name]?.properties ?? {};

/** Errors in a document, each with the change that introduces it and the finding that it causes. */
const lies: readonly [lie: string, tell: (document: ReadDocument) => void, found: RegExp][] = [
  [
    'a field is documented with another type',
    (document) => Object.assign(fieldsOf(document, 'Pagination').total ?? {}, { type: 'string' }),
    /must be string/,
  ],
  [
    'a field is not documented',
    (document) => delete fieldsOf(document, 'CapabilityCategory').name,
    /additional properties/,
  ],
  [
    'a value is not documented',
    (document) => Object.assign(fieldsOf(document, 'CurrentHourPeriod').type ?? {}, { enum: ['HOURS'] }),
    /equal to one of the allowed values/,
  ],
  [
    'status 400 is not documented',
    (document) => delete document.paths['/workcentres']?.get?.responses[400],
    /there is no status 400/,
  ],
  [
    'a header is documented with another value',
    ({ components }) => Object.assign(components.headers.location ?? {}, { schema: { const: 'here' } }),
    /header location/,
  ],
  [
    'Retry-After is documented for responses that do not have it',
    (document) => {
      const [response] = Object.values(document.paths['/operational-capabilities']?.get?.responses ?? {});
      if (response && 'headers' in response) {
        response.headers['retry-after'] = { $ref: '#/components/headers/retry-after' };
      }
    },
    /there is no header retry-after/,
  ],
];

let tables: Awaited<ReturnType<typeof startTablesForPlants>>;
beforeAll(async () => {
  tables = await startTablesForPlants();
});
afterAll(() => tables.close());

interface Search {
  readonly subjects?: typeof subjects;
  readonly plant?: (typeof plants)[number];
  /** Default: the handlers, with the plant if one is given. */
  readonly target?: ApiTarget;
  readonly requests: number;
}

const search = async ({ subjects: searched = subjects, plant, target: loaded, requests }: Search) => {
  withoutStoreDeadline();
  const target = loaded ?? (await plantedServices(plant, tables.given));
  const { found } = await seekFault({ target, subjects: searched, seed: 1, requests });
  return found?.why;
};

describe('the fuzzer', () => {
  it('B29 finds no fault in the handlers', async () => {
    expect(await search({ requests: 1_440 })).toBeUndefined();
  });

  it.each(plantsNamed(someFaults))('finds the planted fault: $name', async (plant) => {
    expect(await search({ plant, requests: 2_000 })).toBeDefined();
  });

  it('can plant every fault', async () => {
    expect(await impossiblePlants(plants)).toEqual([]);
    const [plant] = plantsNamed(someFaults);
    if (!plant) throw new Error('there are no plants');
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

describe('the fuzzer without an oracle', () => {
  it('finds no fault in the handlers', async () => {
    expect(await search({ subjects: subjectsWithoutOracle, requests: 1_360 })).toBeUndefined();
  });

  it.each(plantsNamed(undocumentedFaults))('finds the undocumented fault: $name', async (plant) => {
    expect(await search({ subjects: subjectsWithoutOracle, plant, requests: 4_000 })).toBeDefined();
  });
});

describe('the fuzzer with an incorrect document', () => {
  let target: ApiTarget;
  beforeAll(async () => {
    target = await plantedServices(undefined, tables.given);
  });

  it.each(lies)('finds that %s', async (_, tell, found) => {
    const documents = openApiDocuments({ origin: '' });
    const document = readDocument(documents['locations-v3']);
    tell(document);
    const ofV3 = new Set(Object.values(document.paths).map(({ get }) => get?.operationId));
    const judged = subjectsJudgedBy(answerJudge([document])).filter(({ operationId }) =>
      ofV3.has(operationId),
    );
    expect(await search({ subjects: judged, target, requests: 800 })).toMatch(found);
  });
});
