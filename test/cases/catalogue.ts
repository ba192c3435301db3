/** Where tests run: functions called with API Gateway's events, a running stack over its socket, or one part alone. */
export const caseTargets = ['handlers', 'stack', 'parts'] as const;
export type CaseTarget = (typeof caseTargets)[number];

/** One row of the list of hostile and faulty cases. */
export interface CaseRow {
  /** Such as `B12`. */
  readonly id: string;
  readonly title: string;
  /** Each of them needs a test of its own; none where only an account on AWS could show the row. */
  readonly needs: readonly CaseTarget[];
  /** Why the handlers, the running stack or both show nothing of it; empty where both do. */
  readonly because: string;
}

const rowFor =
  (...needs: readonly CaseTarget[]) =>
  (id: string, title: string, because = ''): CaseRow => ({ id, title, needs, because });

export const both = rowFor('handlers', 'stack');
const handlersOnly = rowFor('handlers');
const stackOnly = rowFor('stack');
export const partsOnly = rowFor('parts');
export const notHere = rowFor();

const fakedClock = 'a running stack has the clock of its machine, which no test may set';
const gatewayAnswers = 'the gateway answers, and asks no function';
const notInEvents = 'what a function is given says nothing of it';
const storeAnswers = 'the object store answers, and asks no function';
const publisherDoes = 'requests take no part in a publication; the publisher itself is tested';
const proxied = 'the running stack’s stores cannot fail; the handlers meet them through a proxy that does';
const ofImports = 'requests take no part in an import';
const ofFiles = 'it befalls the files of a store, not a function';
const template = 'it is a property of the templates';

/** Every row of the list of hostile and faulty cases, in its order. */
export const catalogue: readonly CaseRow[] = [
  // A: keys and the authoriser.
  both('A01', 'no key, on every operation'),
  both('A02', 'an empty key, or blanks alone'),
  stackOnly('A03', 'blanks around a good key', 'HTTP takes them away before a function is asked'),
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
  partsOnly(
    'A14',
    'the authoriser’s cache is flushed',
    'functions know nothing of the cache, and a running stack keeps it for a second',
  ),
  handlersOnly('A15', 'a key a second before and after its end', fakedClock),
  handlersOnly('A16', 'both keys of a rotation, and the old one after it', fakedClock),
  both('A17', 'a key without the scope of the service'),
  stackOnly('A18', 'one key on ten paths', 'the gateway applies a remembered policy to other paths'),
  handlersOnly('A19', 'the policy for a key depends on nothing else', 'clients never see a policy'),
  handlersOnly(
    'A20',
    'the keys’ table is down, slow or throttled',
    'the running stack’s tables cannot fail; the handlers meet them through a proxy that does',
  ),
  partsOnly(
    'A21',
    'the authoriser throws or answers no policy',
    'ours does neither; the gateway is given one that does',
  ),
  handlersOnly(
    'A22',
    'a flood of wrong keys',
    'what it does to others is measured apart, on a stack of its own with nothing else running',
  ),
  partsOnly('A23', 'two keys at once, a key issued again', 'keys are issued by operators, not by a request'),
  partsOnly('A24', 'nothing in the keys’ table opens anything', 'no request shows the table'),
  both('A25', 'no key and nothing personal in any log'),
  both('A26', 'ping and health need no key'),

  // B: locations v3.
  both('B01', 'sizes of a page'),
  both('B02', 'sizes of a page of capabilities'),
  both('B03', 'offsets that are none'),
  both('B04', 'offsets at and beyond the end'),
  both('B05', 'walks over all pages'),
  handlersOnly(
    'B06',
    'another catalogue between two pages',
    'the moment between two pages is set in one process alone',
  ),
  both('B07', 'numbers that are none, and those with an exponent'),
  both('B08', 'the ends of latitude and longitude'),
  both('B09', 'latitude and longitude exchanged'),
  both('B10', 'one coordinate without the other'),
  both('B11', 'a search across the 180th meridian'),
  both('B12', 'a search around a pole'),
  both('B13', 'a place at the search point, and two at one distance'),
  both('B14', 'radii'),
  both('B15', 'a radius without a search point'),
  both('B16', 'the distance where there is no search point'),
  both('B17', 'lists of types'),
  both('B18', 'an empty type'),
  both('B19', 'thousands of types'),
  both('B20', 'a single-valued parameter that comes twice'),
  both('B21', 'parameters that nobody knows'),
  both('B22', 'the postcode of an address'),
  both('B23', 'names with brackets, however they are encoded'),
  both('B24', 'any or all of the types of address'),
  both('B25', 'the text of filters is no language'),
  both('B26', 'an unknown work centre'),
  both('B27', 'ids that are no text, or the name of something else'),
  both('B28', 'an encoded slash in an id'),
  both('B29', 'every parameter under random values'),

  // C: locations v2.
  both('C01', 'postcodes with and without their zero'),
  both('C02', 'postcodes that are none'),
  both('C03', 'work centres from 0 to nine digits'),
  both('C04', 'delivery points of up to nine characters'),
  both('C05', 'a delivery point of nine characters outside the basic plane'),
  both('C06', 'the type in the path'),
  both('C07', 'the partner code'),
  both('C08', 'usage types'),
  both('C09', 'lists of types'),
  both('C10', 'types where they are not declared'),
  both('C11', 'longitude and latitude exchanged'),
  both('C12', 'longitudes that are none'),
  both('C13', 'radii'),
  both('C14', 'limits'),
  both('C15', 'ten thousand points around a place'),
  both('C16', 'all points of the most frequent type'),
  both('C17', 'the order of a search around a place'),
  both('C18', 'lists of services as a filter'),
  both('C19', 'lists of services in the path'),
  both('C20', 'codes that nothing is found for'),
  both('C21', 'paths that lead to operations and have none'),
  partsOnly(
    'C22',
    'records that are not as they should be',
    'such records are refused before they are stored, and left out before they are shown',
  ),

  // D: bill management.
  both('D01', 'required fields that are absent, null or of another type'),
  both('D02', 'billers'),
  both('D03', 'bill ids'),
  both('D04', 'payment dates'),
  both('D05', 'names of any text'),
  both('D06', 'addresses of e-mail of any form, in no time'),
  both('D07', 'members that the contract does not know'),
  both('D08', 'members that change objects'),
  both('D09', 'a member that comes twice'),
  both('D10', 'bodies that are no enquiry'),
  both('D11', 'deep nesting and very many members'),
  both('D12', 'large, slow and lying bodies'),
  both('D13', 'content types'),
  both('D14', 'compressed bodies'),
  both('D15', 'an enquiry that is sent again with its key'),
  partsOnly(
    'D16',
    'the answer of the table is lost after the write',
    'the loss is put between the register and its table, behind the functions',
  ),
  both('D17', 'enquiries at once, and numbers that are taken'),
  both('D18', 'reference numbers cannot be guessed, and open nothing'),
  both('D19', 'text that would be another line of a log'),
  both('D20', 'text that a spreadsheet would run'),
  both('D21', 'text that a browser would run'),
  both('D22', 'the largest enquiry'),
  both('D23', 'a biller whose code is that of a path'),
  both('D24', 'unknown billers'),
  both('D25', 'filters of billers'),
  both('D26', 'an enquiry with a key of another service'),

  // E: HTTP.
  both('E01', 'methods that a path does not take'),
  both('E02', 'POST with a body where only GET is'),
  both('E03', 'HEAD'),
  stackOnly('E04', 'a browser asks before it calls', gatewayAnswers),
  both('E05', 'every answer may be read by browsers of any origin'),
  both('E06', 'odd origins are never given back'),
  both('E07', 'unknown paths'),
  stackOnly(
    'E08',
    'paths with dots, slashes and other letters',
    'which function is asked, the gateway decides',
  ),
  stackOnly('E09', 'paths that name a host', notInEvents),
  stackOnly('E10', 'paths without their base', gatewayAnswers),
  both('E11', 'hosts and what proxies say of them'),
  both('E12', 'headers that ask for another method or path'),
  stackOnly('E13', 'requests of two lengths, folded headers', notInEvents),
  both('E14', 'long URLs, very many headers'),
  both('E15', 'what the client accepts'),
  both('E16', 'GET with a body'),
  stackOnly('E17', 'headers that never end', notInEvents),
  stackOnly('E18', 'other protocols, expectations, garbage', notInEvents),
  both('E19', 'headers of every answer'),
  both('E20', 'patterns take no time'),
  stackOnly('E21', 'clients that leave in the middle of a large answer', notInEvents),

  // F: the export.
  both('F01', 'where the redirect leads, and who may keep it'),
  both('F02', 'the redirect is not moved by headers'),
  partsOnly('F03', 'a link after its life', storeAnswers),
  stackOnly('F04', 'a link that was changed', storeAnswers),
  stackOnly('F05', 'links end before the session that signed them', storeAnswers),
  both('F06', 'no export yet'),
  both('F07', 'other methods and unknown parameters'),
  stackOnly('F08', 'the file is whole, and has as many records as the version that it names', storeAnswers),
  partsOnly('F09', 'an import during the export', publisherDoes),
  partsOnly('F10', 'the publisher is killed', publisherDoes),
  partsOnly('F11', 'two publishers at once', publisherDoes),
  partsOnly('F12', 'who holds the lease dies', publisherDoes),
  partsOnly('F13', 'the object store fails, throttles, is slow', publisherDoes),
  partsOnly('F14', 'text that a spreadsheet would run', publisherDoes),
  both('F15', 'a key without the scope of the export; a link outlives its key'),
  partsOnly('F16', 'paths that climb out of the store', storeAnswers),

  // G: stores, imports and time.
  handlersOnly('G01', 'a store is down', proxied),
  handlersOnly('G02', 'a store accepts and never answers', proxied),
  handlersOnly('G03', 'a store always throttles', proxied),
  handlersOnly('G04', 'a store throttles twice', proxied),
  handlersOnly('G05', 'a store always fails', proxied),
  handlersOnly('G06', 'a store is slow', proxied),
  handlersOnly('G07', 'a store fails now and then', proxied),
  handlersOnly('G08', 'a function is stopped in the middle of a write', proxied),
  partsOnly(
    'G09',
    'a function throws, runs out of memory, does not start',
    'ours do none of it; the gateway and the host are given functions that do',
  ),
  partsOnly(
    'G10',
    'Lambda runs no more of a function',
    'only AWS has the limit; the gateway is given the answer',
  ),
  stackOnly('G11', 'the stack is killed under writes', ofFiles),
  partsOnly('G12', 'the disk is full or fails', ofFiles),
  partsOnly('G13', 'a store’s file is damaged, newer or locked', ofFiles),
  partsOnly('G14', 'an import stops half-way', ofImports),
  partsOnly('G15', 'an import without rows, or with far fewer', ofImports),
  partsOnly('G16', 'rows that cannot be loaded', ofImports),
  partsOnly('G17', 'a batch that is written in part', ofImports),
  partsOnly('G18', 'a clock that is wrong or jumps', fakedClock),
  partsOnly('G19', 'rows that have expired and are still there', fakedClock),
  handlersOnly('G20', 'a read that is behind a write', 'the embedded table is never behind'),
  partsOnly('G21', 'a table is restored', 'operators restore tables, requests do not'),
  partsOnly('G22', 'the schedule fires twice, late or never', 'requests have no part in the schedule'),
  partsOnly('G23', 'hours at the change of clocks, at the end of a year, on 29 February', fakedClock),
  partsOnly('G24', 'two processes open one store', ofFiles),

  // H: rates, load and deployment.
  stackOnly('H01', 'beyond the rate of a key', 'the gateway counts, and asks no function'),
  partsOnly(
    'H02',
    'the counter of rates fails',
    'API Gateway counts by itself; the local gateway in its memory',
  ),
  partsOnly('H03', 'more clients than an account has keys', template),
  partsOnly(
    'H04',
    'a usage identifier that is missing',
    'keys that are issued have one; the gateway is given one that has none',
  ),
  stackOnly('H05', 'constant load', 'a command of minutes on a whole stack, with a short run here'),
  partsOnly('H06', 'four times the load', 'a command of minutes, with a short run here'),
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
  partsOnly('H09', 'the AWS Solutions rules', template),
  partsOnly('H10', 'what each function may touch', template),
  partsOnly('H11', 'who may read the buckets', template),
  partsOnly('H12', 'every answer of the gateway itself', template),
];
