import { type CaseRow, notHere, partsAlone, stackAlone } from '../case-row.ts';

const template = 'it is a property of the templates';

/** H: rates, load and deployment. */
export const loadCases: readonly CaseRow[] = [
  stackAlone('H01', 'beyond the rate of a key', 'the gateway counts, and asks no function'),
  partsAlone(
    'H02',
    'the counter of rates fails',
    'API Gateway counts by itself; the local gateway in its memory',
  ),
  partsAlone('H03', 'more clients than an account has keys', template),
  partsAlone(
    'H04',
    'a usage identifier that is missing',
    'keys that are issued have one; the gateway is given one that has none',
  ),
  stackAlone('H05', 'constant load', 'a command of minutes on a whole stack, with a short run here'),
  partsAlone('H06', 'four times the load', 'a command of minutes, with a short run here'),
  notHere(
    'H07',
    'cold starts in 128 MB',
    'Lambda’s start is only on AWS; what functions load and hold is measured here',
  ),
  notHere(
    'H08',
    'requests during a deployment and a rollback',
    'needs an account; alias, canary and rollback are seen in the templates',
  ),
  partsAlone('H09', 'the AWS Solutions rules', template),
  partsAlone('H10', 'what each function may touch', template),
  partsAlone('H11', 'who may read the buckets', template),
  partsAlone('H12', 'every answer of the gateway itself', template),
];
