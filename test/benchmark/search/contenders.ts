import type { PlaceColumns } from '../../../shared/spatial/index.ts';
import type { Contender, OpenContender } from './contender.ts';
import { bruteForce } from './contenders/brute-force.ts';
import { flatbush } from './contenders/flatbush.ts';
import { kdbush } from './contenders/kdbush.ts';
import { ownIndex } from './contenders/own-index.ts';
import { postgis } from './contenders/postgis.ts';
import { redisGeoSearch } from './contenders/redis.ts';
import { sqliteRTree } from './contenders/sqlite-rtree.ts';

/** Those that run in this process. */
const inProcess: readonly OpenContender[] = [ownIndex, kdbush, flatbush, sqliteRTree, bruteForce];

/** Those that are servers of their own, where they are installed. */
const servers: ReadonlyMap<string, OpenContender> = new Map([
  ['PostGIS', postgis],
  ['Redis', redisGeoSearch],
]);

export interface OpenedContenders {
  readonly contenders: readonly Contender[];
  /** Servers that are not installed. */
  readonly absent: readonly string[];
  close(): Promise<void>;
}

/** Opens all contenders over the same places; servers only when they are asked for. */
export const openContenders = async (
  places: PlaceColumns,
  withServers: boolean,
): Promise<OpenedContenders> => {
  const contenders: Contender[] = [];
  const absent: string[] = [];
  const close = async () => {
    for (const contender of contenders) await contender.close?.();
  };
  try {
    for (const open of inProcess) {
      const contender = await open(places);
      if (contender) contenders.push(contender);
    }
    for (const [name, open] of withServers ? servers : []) {
      const contender = await open(places);
      if (contender) contenders.push(contender);
      else absent.push(name);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { contenders, absent, close };
};
