import { both, type CaseRow, handlersAlone, partsAlone, stackAlone } from '../case-row.ts';

const fakedClock = 'a running stack has the clock of its machine, which no test may set';

/** A: keys and the authoriser. */
export const keyCases: readonly CaseRow[] = [
  both('A01', 'no key, on every operation'),
  both('A02', 'an empty key, or blanks alone'),
  stackAlone('A03', 'blanks around a good key', 'HTTP takes them away before a function is asked'),
  both('A04', 'blanks, control characters or other bytes within the key'),
  both('A05', 'the name of the header in any case'),
  both('A06', 'the key anywhere but in its header'),
  both('A07', 'the key sent twice'),
  both('A08', 'a key of 7 KB, and one of 17 KB'),
  both('A09', 'a key with one wrong, missing, additional or differently written character'),
  both('A10', 'a well-formed key that nobody issued'),
  both('A11', 'the id of a key with the secret of another'),
  both('A12', 'whether a refusal takes longer where the id exists'),
  both('A13', 'a key that was revoked'),
  partsAlone(
    'A14',
    'the authoriser’s cache is flushed',
    'functions know nothing of the cache, and a running stack keeps it for a second',
  ),
  handlersAlone('A15', 'a key a second before and after its end', fakedClock),
  handlersAlone('A16', 'both keys of a rotation, and the old one after it', fakedClock),
  both('A17', 'a key without the scope of the service'),
  stackAlone('A18', 'one key on ten paths', 'the gateway applies a remembered policy to other paths'),
  handlersAlone('A19', 'the policy for a key depends on nothing else', 'clients never see a policy'),
  handlersAlone(
    'A20',
    'the keys’ table is down, slow or throttled',
    'the running stack’s tables cannot fail; the handlers meet them through a proxy that does',
  ),
  partsAlone(
    'A21',
    'the authoriser throws or answers no policy',
    'ours does neither; the gateway is given one that does',
  ),
  handlersAlone(
    'A22',
    'a flood of wrong keys',
    'what it does to others is measured apart, on a stack of its own with nothing else running',
  ),
  partsAlone('A23', 'two keys at once, a key issued again', 'keys are issued by operators, not by a request'),
  partsAlone('A24', 'nothing in the keys’ table opens anything', 'no request shows the table'),
  both('A25', 'no key and nothing personal in any log'),
  both('A26', 'ping and health need no key'),
];
