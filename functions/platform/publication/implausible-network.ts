import { locationTypes } from '../../../shared/domain/location/location-types.ts';
import {
  type GuardName,
  guards,
  type LocationFacts,
} from '../../../shared/domain/publication/guarded-changes.ts';
import {
  type ChangeLimits,
  type GuardedKind,
  isImplausibleLoss,
  type RefusalExample,
} from '../../../shared/domain/publication/publication.ts';
import type { PreviousVersion, PublicationCandidate } from './previous-version.ts';

/** A network is rejected if more than one in this many of its rows is invalid. */
const minRowsPerBadRow = 10;

/**
 * Number of locations that may always change, whatever their percentage. In a small network, or for a type with few
 * locations, ordinary changes can reach a high percentage.
 */
const alwaysPlausible = 20;

/** Maximum number of examples in a rejection. */
const maxExamples = 10;

/** Why a network must not be published without force. */
interface Rejection {
  readonly why: string;
  readonly examples: readonly RefusalExample[];
}

/**
 * Returns why a network must not be published without force; undefined if it is plausible. Losses of the kind `mayLose`
 * are not checked. If it is `locations`, the limits on changes do not apply either.
 */
export const whyImplausible = (
  candidate: PublicationCandidate,
  limits: ChangeLimits,
  mayLose: GuardedKind | undefined,
): Rejection | undefined => {
  const reasons = [
    ...(mayLose === 'locations' ? [] : lostLocations(candidate)),
    ...(mayLose === 'services' ? [] : lostServices(candidate)),
    ...(mayLose === 'locations'
      ? []
      : [...implausibleClosures(candidate), ...implausibleChanges(candidate, limits)]),
    ...implausibleRows(candidate),
  ];
  if (reasons.length === 0) return undefined;
  const examplesOfEach = Math.ceil(maxExamples / reasons.length);
  const examples = reasons.flatMap((reason) => reason.examples.slice(0, examplesOfEach));
  return { why: reasons.map(({ why }) => why).join('; '), examples: examples.slice(0, maxExamples) };
};

/** A few invalid rows are skipped, but many indicate damaged tables or a wrong schema. */
const implausibleRows = ({ network, skippedRows, isFull }: PublicationCandidate): readonly Rejection[] => {
  const rows = network.records.length + network.capabilities.length + skippedRows;
  return isFull && skippedRows * minRowsPerBadRow > rows
    ? [{ why: `${skippedRows} of ${rows} rows are invalid`, examples: [] }]
    : [];
};

/** Counts losses from the last full exports, because many small losses can add up to a large one. */
const lostLocations = ({ manifest, previous, network, guardedChanges }: PublicationCandidate) => {
  if (!manifest) return [];
  const { locations } = manifest.counts;
  if (!previous) return implausibleLoss('locations', locations - network.records.length, locations);
  const lost = [...guardedChanges.values()].flatMap(({ code, before, after, hasClosed }) =>
    before && !after && !hasClosed ? [removalOf(code, before.name)] : [],
  );
  return implausibleLoss('locations', lost.length, manifest.full.locations, lost);
};

const lostServices = ({ manifest, previous, network }: PublicationCandidate) => {
  if (!manifest) return [];
  const { capabilities } = manifest.counts;
  if (!previous) return implausibleLoss('services', capabilities - network.capabilities.length, capabilities);
  const stored = new Set(network.capabilities.map(({ serviceCode }) => serviceCode));
  const lost = previous.network.capabilities
    .filter(({ serviceCode }) => !stored.has(serviceCode))
    .map(({ serviceCode, name }) => removalOf(`service ${serviceCode}`, name));
  return implausibleLoss('services', lost.length, capabilities, lost);
};

/** Without `examples`, only the totals are known, so more records may have been removed. */
const implausibleLoss = (
  kind: GuardedKind,
  gone: number,
  published: number,
  examples?: readonly RefusalExample[],
): readonly Rejection[] => {
  if (!isImplausibleLoss(gone, published)) return [];
  const why = `${gone} of ${published} published ${kind} would be removed, more than 10 %`;
  return [{ why: examples ? why : `at least ${why}`, examples: examples ?? [] }];
};

/**
 * Rejects a network if too many closures have been planned since the last full exports, because this may be a fault.
 * The check happens when closures are planned, because locations that close on their planned day do not count as lost.
 */
const implausibleClosures = ({ manifest, guardedChanges }: PublicationCandidate): readonly Rejection[] => {
  const closures = [...guardedChanges.values()].flatMap(({ code, before, after }) =>
    before && after?.closesOn !== undefined && after.closesOn < (before.closesOn ?? '9999')
      ? [{ ...removalOf(code, before.name), after: `closes on ${after.closesOn}` }]
      : [],
  );
  const { length } = closures;
  const published = manifest?.full.locations ?? 0;
  if (length <= alwaysPlausible || !isImplausibleLoss(length, published)) return [];
  const why = `${length} of ${published} published locations have a new closing date, more than 10 %`;
  return [{ why, examples: closures }];
};

const removalOf = (id: string, name: string): RefusalExample => ({
  id,
  change: 'removed',
  before: shorten(name || 'no name'),
  after: '-',
});

/** A location that a guard applies to, with its facts in the last full exports and its current facts. */
interface Found {
  readonly code: string;
  readonly before: LocationFacts;
  readonly after: LocationFacts;
}

/**
 * Returns a rejection for each guard that applies to too many locations, in the whole network or of one type. Types are
 * also checked separately. Otherwise the many street post boxes, which have no hours, would hide a faulty file of
 * parcel lockers.
 */
const implausibleChanges = (
  { network, previous, guardedChanges }: PublicationCandidate,
  limits: ChangeLimits,
): readonly Rejection[] => {
  if (!previous) return [];
  const described = new Set(network.capabilities.map(({ serviceCode }) => String(serviceCode)));
  const both = [...guardedChanges.values()].flatMap(({ code, before, after }) =>
    before && after ? [{ code, before, after }] : [],
  );
  return guardNames.flatMap((name) => {
    const found = both.filter((facts) => guards[name].applies(facts, described));
    const [group] = groupsOf(found, previous)
      .filter(({ changed: { length } }) => length > alwaysPlausible)
      .filter(({ changed, published }) => changed.length * 100 > published * limits[name])
      .sort((one, other) => shareOf(other) - shareOf(one));
    return group ? [describeChanges(name, group, limits[name])] : [];
  });
};

const guardNames: readonly GuardName[] = ['hours', 'positions', 'services', 'names'];

/** All published locations, or all of one type, with the ones that have changed. */
interface Group {
  readonly name: string;
  readonly changed: readonly Found[];
  readonly published: number;
}

const shareOf = ({ changed, published }: Group): number => changed.length / published;

const groupsOf = (found: readonly Found[], { network, sizeOfType }: PreviousVersion): Group[] => [
  { name: 'published locations', changed: found, published: network.records.length },
  ...locationTypes.map((type) => ({
    name: `published locations of type ${type}`,
    changed: found.filter(({ before }) => before.type === type),
    published: sizeOfType(type),
  })),
];

const describeChanges = (name: GuardName, group: Group, maxPercent: number): Rejection => {
  const { predicate, describe } = guards[name];
  return {
    why: `${group.changed.length} of ${group.published} ${group.name} ${predicate}, more than ${maxPercent} %`,
    examples: group.changed.map(({ code, before, after }) => ({
      id: code,
      change: name,
      before: shorten(describe(before, after)),
      after: shorten(describe(after, before)),
    })),
  };
};

const maxTextLength = 60;

const shorten = (text: string): string =>
  text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
