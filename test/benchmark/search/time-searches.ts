import type { Place } from '../../../shared/spatial/index.ts';
import { interleaved, type Rounds, type Runner, stopwatch } from '../measure/interleaved-rounds.ts';
import type { Measurement } from '../report/bench-report.ts';
import type { Contender } from './contender.ts';
import { asking, type SearchKind } from './search-kinds.ts';

/** What a server says that it took by itself is a contender of its own under this name. */
const inServerName = (name: string): string => `${name}, in the server`;

const runnersOf = (contender: Contender, kind: SearchKind): Runner<Place>[] => {
  const { name, inServer } = contender;
  const { radiusKm, limit } = kind;
  const asked = { name, run: stopwatch(asking(contender, kind)) };
  if (!inServer) return [asked];
  const run = (centre: Place) =>
    limit === undefined
      ? inServer.count({ centre, radiusKm })
      : inServer.nearest({ centre, radiusKm }, limit);
  return [asked, { name: inServerName(name), run }];
};

/**
 * Times one kind of question, all contenders by turns around the same centres, other ones in each round. The round
 * that is not counted is around `warming`.
 */
export const timeSearches = async (
  size: number,
  contenders: readonly Contender[],
  kind: SearchKind,
  warming: readonly Place[],
  centres: readonly Place[],
  settings: Rounds,
): Promise<Measurement[]> => {
  const inRound = Math.floor(centres.length / settings.rounds);
  const timings = await interleaved(
    contenders.flatMap((contender) => runnersOf(contender, kind)),
    (round) => (round === 0 ? warming : centres.slice((round - 1) * inRound, round * inRound)),
    settings,
  );
  return timings.map(({ name, ...timing }) => ({
    part: 'search',
    what: kind.name,
    contender: name,
    size,
    unit: 'µs',
    ...timing,
  }));
};
