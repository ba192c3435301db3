import type { Place, PlaceColumns } from '../../../shared/spatial/index.ts';
import type { Check } from '../report/bench-report.ts';
import type { Contender } from './contender.ts';
import { ownName } from './contenders/own-index.ts';
import { expectedOf, referenceOf } from './reference.ts';
import { isAsNear, isSame } from './same-answer.ts';
import { asking, type SearchKind } from './search-kinds.ts';

/** Slow contenders are asked around fewer centres: as many as this leaves time for, but never fewer than `least`. */
const budgetMilliseconds = 3_000;
const least = 5;

interface Tally {
  readonly contender: Contender;
  readonly kind: SearchKind;
  spent: number;
  centres: number;
  mismatches: number;
}

const hasTime = ({ contender, spent, centres }: Tally): boolean =>
  contender.name === ownName || centres < least || spent < budgetMilliseconds;

/**
 * Asks every contender around the centres, and holds what it answers against brute force. This project's own index
 * must give the very places in the very order; others may change places that are equally far.
 */
export const checkAnswers = async (
  places: PlaceColumns,
  contenders: readonly Contender[],
  kinds: readonly SearchKind[],
  centres: readonly Place[],
  progress: (done: number) => void,
): Promise<Check[]> => {
  const tallies = contenders.flatMap((contender) =>
    kinds.map((kind): Tally => ({ contender, kind, spent: 0, centres: 0, mismatches: 0 })),
  );
  const lookAtAll = referenceOf(places);
  for (const [done, centre] of centres.entries()) {
    progress(done);
    const reference = lookAtAll(centre);
    const expected = new Map(kinds.map((kind) => [kind, expectedOf(reference, kind)]));
    for (const tally of tallies.filter(hasTime)) {
      const { contender, kind } = tally;
      const began = performance.now();
      const answer = await asking(contender, kind)(centre);
      tally.spent += performance.now() - began;
      tally.centres += 1;
      const matches = contender.name === ownName ? isSame : isAsNear;
      const { placeAt } = contender;
      const { distancesKm } = reference;
      if (!matches({ expected: expected.get(kind) ?? 0, answer, placeAt, distancesKm }))
        tally.mismatches += 1;
    }
  }
  return tallies.map(({ contender, kind, centres: asked, mismatches }) => ({
    what: kind.name,
    contender: contender.name,
    size: places.lat.length,
    centres: asked,
    mismatches,
  }));
};
