import * as z from 'zod/mini';
import { deliveryPointIdOf, principalOf } from '../../../domain/location/location.ts';
import type { ImportKind } from '../record-kind.ts';

/** Finds lists that services answer in one piece, and that the imported records make too large for that. */
export interface LargeAnswers {
  look(record: unknown): void;
  /** Returns a sentence; undefined if every list fits. */
  warning(): string | undefined;
}

/** Lambda's limit of a buffered answer is 6 MB (6 times 1,048,576); headers take a part. */
const mostBytes = 6_200_000;
/** Maximum number of lists that a warning names; the rest is counted. */
const mostListed = 10;

/** Size within an answer, which has the body as a JSON string with every quote escaped. */
const bytesInAnswer = (shown: object): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(shown))) - '""'.length + ','.length;

const tooLarge = (lists: readonly string[]): string => {
  const left = lists.length - mostListed;
  const more = left > 0 ? ` and ${left} more` : '';
  return `more than the 6 MB that an answer can have, so that clients get errors: ${lists.slice(0, mostListed).join(', ')}${more}`;
};

const anyRecord = z.looseObject({});

const wholeList = (name: string): LargeAnswers => {
  let bytes = 0;
  return {
    look(record) {
      bytes += bytesInAnswer(anyRecord.parse(record));
    },
    warning: () => (bytes > mostBytes ? tooLarge([name]) : undefined),
  };
};

/** Prime number of sums, so that memory does not depend on the number of identifiers. */
const sumCount = 262_139;

/**
 * Sizes of lists by identifier. Identifiers share sums, some four of them in a network of a million: together they stay
 * far below the limit, unless one of them exceeds it.
 */
const listSizes = () => {
  const sums = new Float64Array(sumCount);
  const large: number[] = [];
  return {
    add(identifier: number, bytes: number): void {
      const index = identifier % sumCount;
      const before = sums[index] ?? 0;
      sums[index] = before + bytes;
      if (before <= mostBytes && before + bytes > mostBytes) large.push(identifier);
    },
    large: (): readonly number[] => large,
  };
};

// The records have been parsed by their own schema: this one picks what lists of version 2 go by.
const listed = z.looseObject({
  workCentreId: z.number(),
  deliveryPointId: z.optional(z.number()),
  addresses: z.array(
    z.looseObject({ type: z.string(), postcode: z.string(), deliveryPointId: z.optional(z.string()) }),
  ),
  services: z.array(z.object({ code: z.number() })),
});

const pointLists = (): LargeAnswers => {
  const postcodes = listSizes();
  const workCentres = listSizes();
  const deliveryPoints = listSizes();
  return {
    look(record) {
      const location = listed.parse(record);
      const { addresses, services, ...shown } = location;
      const address = principalOf(addresses);
      const deliveryPointId = deliveryPointIdOf(location);
      const codes = services.map(({ code }) => String(code));
      const bytes = bytesInAnswer({ ...shown, address, codes });
      if (address && address.postcode !== '') postcodes.add(Number(address.postcode), bytes);
      workCentres.add(shown.workCentreId, bytes);
      if (deliveryPointId !== undefined) deliveryPoints.add(deliveryPointId, bytes);
    },
    warning() {
      const lists = [
        ...postcodes.large().map((postcode) => `points of postcode ${String(postcode).padStart(4, '0')}`),
        ...workCentres.large().map((id) => `points of work centre ${id}`),
        ...deliveryPoints.large().map((id) => `points of delivery point ${id}`),
      ];
      return lists.length > 0 ? tooLarge(lists) : undefined;
    },
  };
};

/** Creates the check of one import. A merge is judged by what it brings, without what is stored already. */
export const largeAnswers = (kind: ImportKind): LargeAnswers =>
  kind === 'locations' ? pointLists() : wholeList(`the list of ${kind}`);
