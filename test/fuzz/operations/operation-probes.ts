import * as fc from 'fast-check';
import { routes } from '../../../infra/routes/routes.ts';
import { fixtureOutliers } from '../../support/fixture/fixture-locations.ts';
import type { TargetRequest, TargetResponse } from '../../support/targets/api-target.ts';
import { checkCommon, checkViolations, must, mustHaveStatus, readErrors } from '../checks.ts';
import {
  type FuzzedOperation,
  type Given,
  isGiven,
  isWrong,
  type Parameter,
  type Probe,
} from '../operation.ts';
import { inOrder } from '../oracle/served-network.ts';
import { headerNoise, unknownParameters } from '../requests/noise.ts';

/** The gateway accepts at most 10 KB of request line and headers. Gateway probes also send more. */
const maxPathLength = 8_000;

export const operationProbes = (operation: FuzzedOperation): fc.Arbitrary<Probe> =>
  plansOf(operation)
    .map((plan) => ({
      request: requestOf(operation, plan),
      verify: (response: TargetResponse) => verifyPlan(operation, plan, response),
    }))
    .filter(({ request }) => request.path.length <= maxPathLength);

const verifyPlan = (operation: FuzzedOperation, plan: Plan, response: TargetResponse): void => {
  checkCommon(response);
  const given = givenBy(plan);
  const offending = offendingIn(operation, plan, given);
  const possible = possiblyOffendingIn(operation, given);
  if (offending.length > 0 && !operation.bodies) {
    checkViolations(operation.errors, offending, response, possible);
    return;
  }
  const { oracle, errors, inPath } = operation;
  if (oracle && possible.length === 0) {
    const expected = oracle.expect(given);
    if (expected.status >= 400) readErrors(errors, expected.status, response);
    mustHaveStatus(response, expected.status);
    expected.check(response);
    return;
  }
  const { status } = response;
  if (operation.bodies && status === 400) readErrors(errors, 400, response);
  else if (status === 400) checkViolations(errors, [], response, possible);
  else if (inPath.length > 0 && status === 404) readErrors(errors, 404, response);
  else must(status < 400, 'status', 'one of success', [status, response.body]);
};

const offendingIn = (operation: FuzzedOperation, plan: Plan, given: Given): readonly string[] => {
  const broken = brokenParameter(plan);
  const own = [...operation.inPath, ...operation.inQuery]
    .filter((one) => one.name === broken || isWrong(given, one))
    .map(({ name }) => name);
  return [...new Set([...own, ...(operation.oracle?.together?.(given) ?? [])])];
};

/** These parameters may break rules outside the document or, without an oracle, be missing. */
const possiblyOffendingIn = (operation: FuzzedOperation, given: Given): readonly string[] =>
  operation.documentedOnly
    .filter((parameter) => !operation.oracle || isGiven(given, parameter))
    .map(({ name }) => name);

// Plans

interface PlannedValue {
  readonly name: string;
  readonly value: string;
  readonly encoding: Encoding;
}

/** Plan of a request, before serialisation. fast-check shrinks findings in this form. */
interface Plan {
  readonly segments: readonly PlannedValue[];
  readonly query: readonly PlannedValue[];
  readonly unknown: readonly (readonly [string, string])[];
  readonly headers: Readonly<Record<string, string>>;
  /** Invalid percent-encoding that replaces a path parameter. */
  readonly broken: string | undefined;
  readonly body: string | undefined;
}

const planned = ({ name, samples }: Parameter): fc.Arbitrary<PlannedValue> =>
  fc.record({ name: fc.constant(name), value: samples, encoding: anyEncoding });

/** A search with many filters would find nothing. */
const perhaps = (parameter: Parameter, oneIn: number): fc.Arbitrary<readonly PlannedValue[]> =>
  fc.oneof(
    { weight: 10 * oneIn - 10, arbitrary: fc.constant([]) },
    { weight: 9, arbitrary: planned(parameter).map((one) => [one]) },
    { weight: 1, arbitrary: fc.tuple(planned(parameter), planned(parameter)) },
  );

/** Excludes empty and dot segments, which change the path. Gateway probes send these. */
const isSegment = ({ value }: PlannedValue): boolean => value !== '' && value !== '.' && value !== '..';

/** Fixed segments of paths, to which the gateway gives precedence over parameters. */
const staticSegments = routes.flatMap(({ path }) => path.split('/'));
const isFixed = ({ value, encoding }: PlannedValue): boolean =>
  encoding !== 'every-byte' && staticSegments.includes(value);

const undecodable = fc.constantFrom('%zz', '%', '%c0%80', '%ff', '%e2%82', '%2', '%u0031');

interface Draft extends Plan {
  readonly place: { readonly lat: number; readonly lon: number } | undefined;
}

const aside = fc.constantFrom(0, 0.0001, -0.02, 0.3);
/** Generates offsets from a place in degrees, at least half of them zero. */
const asides = fc.oneof(fc.constant([0, 0] as const), fc.tuple(aside, aside));
/** Generates places, half of them edge cases: a pole, the date line, or two locations at the same position. */
const records = fc.oneof(fc.constantFrom(...fixtureOutliers), fc.constantFrom(...inOrder));
const places = fc.tuple(records, asides).map(([{ lat, lon }, [north, east]]) => ({
  lat: Math.max(-90, Math.min(90, lat + north)),
  lon: Math.max(-180, Math.min(180, lon + east)),
}));

/** Adds both coordinates of the draft's place to its plan, if it has a place and the operation accepts coordinates. */
const atPlace = ({ place, ...plan }: Draft, { oracle, inPath }: FuzzedOperation): Plan => {
  const near = oracle?.near;
  if (place === undefined || near === undefined) return plan;
  const coordinates = [
    { name: near.lat, value: String(place.lat), encoding: 'usual' as const },
    { name: near.lon, value: String(place.lon), encoding: 'usual' as const },
  ];
  const others = (values: readonly PlannedValue[]) =>
    values.filter(({ name }) => name !== near.lat && name !== near.lon);
  return inPath.length > 0
    ? { ...plan, segments: [...others(plan.segments), ...coordinates] }
    : { ...plan, query: [...others(plan.query), ...coordinates] };
};

/** Generates parameters in any order. A third of the requests have few parameters, so that the response is long. */
const queryOf = (parameters: readonly Parameter[]): fc.Arbitrary<readonly PlannedValue[]> => {
  const given = (oneIn: number) => fc.tuple(...parameters.map((parameter) => perhaps(parameter, oneIn)));
  return fc
    .oneof(
      { weight: 2, arbitrary: given(parameters.length > 8 ? 6 : 2.5) },
      { weight: 1, arbitrary: given(25) },
    )
    .chain((each) => fc.shuffledSubarray(each.flat(), { minLength: each.flat().length }));
};

const plansOf = (operation: FuzzedOperation): fc.Arbitrary<Plan> => {
  const { inPath, inQuery: parameters, bodies, oracle } = operation;
  const drafts: fc.Arbitrary<Draft> = fc.record({
    place: oracle?.near ? fc.option(places, { nil: undefined, freq: 3 }) : fc.constant(undefined),
    segments: fc.tuple(
      ...inPath.map((parameter) => planned(parameter).filter((one) => isSegment(one) && !isFixed(one))),
    ),
    query: queryOf(parameters),
    unknown: unknownParameters,
    headers: headerNoise,
    broken: fc.oneof(
      { weight: 40, arbitrary: fc.constant<string | undefined>(undefined) },
      { weight: inPath.length > 0 ? 1 : 0, arbitrary: undecodable },
    ),
    body: bodies ?? fc.constant(undefined),
  });
  return drafts.map((draft) => atPlace(draft, operation));
};

const givenBy = ({ segments, query }: Plan): Given => {
  const given = new Map<string, string[]>();
  for (const { name, value } of [...segments, ...query]) given.set(name, [...(given.get(name) ?? []), value]);
  return given;
};

const brokenParameter = ({ segments, broken }: Plan): string | undefined =>
  broken === undefined ? undefined : segments[0]?.name;

const pathOf = (template: string, plan: Plan): string =>
  plan.segments.reduce((path, { name, value, encoding }) => {
    const segment = name === brokenParameter(plan) ? (plan.broken ?? '') : inSegment(value, encoding);
    return path.replace(`{${name}}`, () => segment);
  }, template);

const requestOf = ({ method, path }: FuzzedOperation, plan: Plan): TargetRequest => {
  const { headers, body } = plan;
  const pairs = [
    ...plan.query.map(
      ({ name, value, encoding }) => `${inQuery(name, encoding)}=${inQuery(value, encoding)}`,
    ),
    ...plan.unknown.map(([name, value]) => `${inQuery(name, 'usual')}=${inQuery(value, 'usual')}`),
  ];
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return { method, path: `${pathOf(path, plan)}${query}`, headers, ...(body !== undefined && { body }) };
};

// Encoding

/** Ways in which clients percent-encode text in URLs. */
const encodings = ['usual', 'raw', 'plus', 'lower', 'every-byte'] as const;
type Encoding = (typeof encodings)[number];

const anyEncoding: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 5, arbitrary: fc.constant('usual' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...encodings) },
);

const everyByte = (text: string): string =>
  [...Buffer.from(text, 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const lowerCase = (usual: string): string => usual.replace(/%[0-9A-F]{2}/g, (each) => each.toLowerCase());

const unescaped = (usual: string, characters: string): string =>
  usual.replace(/%[0-9A-F]{2}/g, (each) => {
    const character = String.fromCharCode(Number.parseInt(each.slice(1), 16));
    return characters.includes(character) ? character : each;
  });

/** Encodes text for a URL. `kept` are the characters that the encoding `raw` leaves as they are. */
const encoded = (text: string, encoding: Encoding, kept: string): string => {
  const usual = encodeURIComponent(text);
  if (encoding === 'every-byte') return everyByte(text);
  if (encoding === 'raw') return unescaped(usual, kept);
  return encoding === 'lower' ? lowerCase(usual) : usual;
};

/** Encodes text for a query string, so that decoding it as form data returns the text. */
const inQuery = (text: string, encoding: Encoding): string =>
  encoding === 'plus'
    ? encodeURIComponent(text).replaceAll('%20', '+')
    : encoded(text, encoding, '[]:,;@$/?');

const inSegment = (text: string, encoding: Encoding): string => encoded(text, encoding, ',:;@$+&=');
