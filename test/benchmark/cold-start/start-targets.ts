import type { MedianStart } from '../../support/processes/cold-start.ts';
import type { Target } from '../report/bench-report.ts';
import { holdAgainst } from '../report/targets.ts';
import { holdByYardstick } from '../report/yardstick.ts';

/** What is started until it has answered a search, and what that is held against. */
export const startNames = {
  empty: 'empty function',
  own: 'find-points-near',
  json: 'gzipped JSON and the whole SDK',
  noClients: 'a bundle of ES modules with nothing in it',
  clients: 'both AWS clients, imported from a bundle of ES modules',
} as const;

const mostMoreMilliseconds = 60;
const timesLess = 5;
/** What the clients took on the machine for which the milliseconds were promised: from 66 to 74. */
const clientMillisecondsThere = 70;

/** What is promised of the first search, by the medians of all that was started. */
export const startTargets = (starts: ReadonlyMap<string, MedianStart>, size: number): Target[] => {
  const answered = (name: keyof typeof startNames) =>
    starts.get(startNames[name])?.answered.milliseconds ?? Number.NaN;
  const own = answered('own') - answered('empty');
  const json = answered('json') - answered('empty');
  const common = { part: 'cold-start', what: 'process start to first search', size } as const;
  const most = {
    ...common,
    against: startNames.empty,
    unit: 'ms more',
    bound: 'at most',
    promised: mostMoreMilliseconds,
  } as const;
  const least = {
    ...common,
    against: startNames.json,
    unit: '× less',
    bound: 'at least',
    promised: timesLess,
  } as const;
  const yardstick = {
    name: startNames.clients,
    unit: 'ms',
    there: clientMillisecondsThere,
    here: answered('clients') - answered('noClients'),
  };
  return [holdAgainst(most, own), holdByYardstick(most, own, yardstick), holdAgainst(least, json / own)];
};
