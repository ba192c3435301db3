import { type CaseRow, handlersAlone, partsAlone, stackAlone } from '../case-row.ts';

const proxied = 'the running stack’s stores cannot fail; the handlers meet them through a proxy that does';
const ofImports = 'requests take no part in an import';
const ofFiles = 'it befalls the files of a store, not a function';
const fakedClock = 'a running stack has the clock of its machine, which no test may set';

/** G: stores, imports and time. */
export const faultCases: readonly CaseRow[] = [
  handlersAlone('G01', 'a store is down', proxied),
  handlersAlone('G02', 'a store accepts and never answers', proxied),
  handlersAlone('G03', 'a store always throttles', proxied),
  handlersAlone('G04', 'a store throttles twice', proxied),
  handlersAlone('G05', 'a store always fails', proxied),
  handlersAlone('G06', 'a store is slow', proxied),
  handlersAlone('G07', 'a store fails now and then', proxied),
  handlersAlone('G08', 'a function is stopped in the middle of a write', proxied),
  partsAlone(
    'G09',
    'a function throws, runs out of memory, does not start',
    'ours do none of it; the gateway and the host are given functions that do',
  ),
  partsAlone(
    'G10',
    'Lambda runs no more of a function',
    'only AWS has the limit; the gateway is given the answer',
  ),
  stackAlone('G11', 'the stack is killed under writes', ofFiles),
  partsAlone('G12', 'the disk is full or fails', ofFiles),
  partsAlone('G13', 'a store’s file is damaged, newer or locked', ofFiles),
  partsAlone('G14', 'an import stops half-way', ofImports),
  partsAlone('G15', 'an import without rows, or with far fewer', ofImports),
  partsAlone('G16', 'rows that cannot be loaded', ofImports),
  partsAlone('G17', 'a batch that is written in part', ofImports),
  partsAlone('G18', 'a clock that is wrong or jumps', fakedClock),
  partsAlone('G19', 'rows that have expired and are still there', fakedClock),
  handlersAlone('G20', 'a read that is behind a write', 'the embedded table is never behind'),
  partsAlone('G21', 'a table is restored', 'operators restore tables, requests do not'),
  partsAlone('G22', 'the schedule fires twice, late or never', 'requests have no part in the schedule'),
  partsAlone('G23', 'hours at the change of clocks, at the end of a year, on 29 February', fakedClock),
  partsAlone('G24', 'two processes open one store', ofFiles),
];
