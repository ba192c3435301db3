/** Targets of tests: functions invoked with API Gateway events, a running stack over HTTP, or a single part. */
export const caseTargets = ['handlers', 'stack', 'parts'] as const;
export type CaseTarget = (typeof caseTargets)[number];

export interface CaseRow {
  readonly id: string;
  readonly title: string;
  /** Targets on which the row needs tests. Empty if the case can occur only in an AWS account. */
  readonly needs: readonly CaseTarget[];
  /** Reason why the case cannot be tested on the handlers or the running stack. Empty if it can be tested on both. */
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

const fakedClock = 'a running stack uses the machine’s clock, which tests cannot set';
const gatewayAnswers = 'the gateway responds without calling a function';
const notInEvents = 'events of functions do not contain it';
const storeAnswers = 'the object store responds without calling a function';
const publisherDoes = 'requests do not publish; the publisher itself is tested';
const proxied = 'the running stack’s stores cannot fail; the handlers use them through a proxy that can';
const ofImports = 'requests do not import';
const ofFiles = 'it concerns a store’s files, not a function';
const template = 'a property of the templates';
const cacheIsHidden = 'functions do not see the cache, and a running stack keeps it for only one second';
const authoriserDoesNeither = 'ours does neither; the gateway is tested with one that does';
const measuredAlone =
  'its effect on others is measured separately, on a stack of its own with nothing else running';
const inOneProcess = 'the moment between two pages can be controlled only in one process';
const behindFunctions = 'the fault is injected between the register and its table, behind the functions';
const oursDoNot = 'ours do not; the gateway and the host are tested with functions that do';
const limitOfAws = 'only AWS has the limit; the gateway is tested with the response';
const countsByItself = 'API Gateway counts by itself; the local gateway counts in memory';
const keysHaveOne = 'issued keys have one; the gateway is tested with a key that has none';
const startsOnAws = 'Lambda starts exist only on AWS; load time and memory of functions are measured locally';
const needsAccount = 'needs an account; alias, canary and rollback are checked in the templates';

/** All hostile and faulty cases, ordered by id. */
export const catalogue: readonly CaseRow[] = [
  // A: keys and the authoriser.
  both('A01', 'no key, on every operation'),
  both('A02', 'an empty or blank key'),
  stackOnly('A03', 'blanks around a valid key', 'HTTP strips them before a function is called'),
  both('A04', 'blanks, control characters or other bytes within the key'),
  both('A05', 'upper and lower case in the header name'),
  both('A06', 'the key outside its header'),
  both('A07', 'the key sent twice'),
  both('A08', 'a key of 7 KB, and one of 17 KB'),
  both('A09', 'a key with one character that is wrong, missing, extra or in the wrong case'),
  both('A10', 'a well-formed key that was never issued'),
  both('A11', 'the id of one key with the secret of another'),
  both('A12', 'no time difference between rejecting a known and an unknown id'),
  both('A13', 'a revoked key'),
  partsOnly('A14', 'flushing the authoriser’s cache', cacheIsHidden),
  handlersOnly('A15', 'a key one second before and after it expires', fakedClock),
  handlersOnly('A16', 'both keys during a rotation, and the old one after it', fakedClock),
  both('A17', 'a key without the scope of the service'),
  stackOnly('A18', 'one key on ten paths', 'the gateway applies a cached policy to other paths'),
  handlersOnly('A19', 'the policy for a key depends only on the key', 'clients never see a policy'),
  handlersOnly('A20', 'the keys’ table is down, slow or throttled', proxied),
  partsOnly('A21', 'the authoriser throws or returns no policy', authoriserDoesNeither),
  handlersOnly('A22', 'a flood of wrong keys', measuredAlone),
  partsOnly('A23', 'keys issued concurrently or again', 'operators issue keys; requests do not'),
  partsOnly('A24', 'no content of the keys’ table works as a key', 'no request shows the table'),
  both('A25', 'no key and no personal data in any log'),
  both('A26', 'ping and health need no key'),

  // B: locations v3.
  both('B01', 'page sizes'),
  both('B02', 'page sizes of capabilities'),
  both('B03', 'invalid offsets'),
  both('B04', 'offsets at and beyond the end'),
  both('B05', 'paging through the whole list'),
  handlersOnly('B06', 'a new catalogue between two pages', inOneProcess),
  both('B07', 'invalid numbers, and numbers with an exponent'),
  both('B08', 'limits of latitude and longitude'),
  both('B09', 'latitude and longitude swapped'),
  both('B10', 'one coordinate without the other'),
  both('B11', 'a search across the 180th meridian'),
  both('B12', 'a search around a pole'),
  both('B13', 'a place at the search point, and two at the same distance'),
  both('B14', 'radii'),
  both('B15', 'a radius without a search point'),
  both('B16', 'the distance without a search point'),
  both('B17', 'lists of types'),
  both('B18', 'an empty type'),
  both('B19', 'thousands of types'),
  both('B20', 'a repeated single-valued parameter'),
  both('B21', 'unknown parameters'),
  both('B22', 'the postcode of an address'),
  both('B23', 'bracketed names in any encoding'),
  both('B24', 'any or all of several address types'),
  both('B25', 'filters as literal text'),
  both('B26', 'an unknown work centre'),
  both('B27', 'ids that are not valid text, or that name something else'),
  both('B28', 'an encoded slash in an id'),
  both('B29', 'random values for every parameter'),

  // C: locations v2.
  both('C01', 'postcodes with and without the leading zero'),
  both('C02', 'invalid postcodes'),
  both('C03', 'work centres of up to nine digits'),
  both('C04', 'delivery points of up to nine characters'),
  both('C05', 'a delivery point of nine characters outside the Basic Multilingual Plane'),
  both('C06', 'the type in the path'),
  both('C07', 'the partner code'),
  both('C08', 'usage types'),
  both('C09', 'lists of types'),
  both('C10', 'types for operations that do not declare them'),
  both('C11', 'longitude and latitude swapped'),
  both('C12', 'invalid longitudes'),
  both('C13', 'radii'),
  both('C14', 'limits'),
  both('C15', 'ten thousand points around a place'),
  both('C16', 'all points of the most frequent type'),
  both('C17', 'the order of a search around a place'),
  both('C18', 'lists of services as a filter'),
  both('C19', 'lists of services in the path'),
  both('C20', 'codes without results'),
  both('C21', 'incomplete paths of operations'),
  partsOnly('C22', 'invalid records', 'imports reject them, and the catalogue leaves them out'),

  // D: bill management.
  both('D01', 'required fields that are absent, null or of another type'),
  both('D02', 'billers'),
  both('D03', 'bill ids'),
  both('D04', 'payment dates'),
  both('D05', 'names with any text'),
  both('D06', 'e-mail addresses of any form, checked quickly'),
  both('D07', 'unknown members'),
  both('D08', 'members that could pollute prototypes'),
  both('D09', 'a repeated member'),
  both('D10', 'bodies that are not an enquiry'),
  both('D11', 'deep nesting and very many members'),
  both('D12', 'large bodies, slow bodies and wrong lengths'),
  both('D13', 'content types'),
  both('D14', 'compressed bodies'),
  both('D15', 'a repeated enquiry with its Idempotency-Key'),
  partsOnly('D16', 'the table’s response is lost after the write', behindFunctions),
  both('D17', 'concurrent enquiries, and numbers already in use'),
  both('D18', 'reference numbers cannot be guessed, and give no access'),
  both('D19', 'text that could forge a log line'),
  both('D20', 'text that a spreadsheet would execute'),
  both('D21', 'text that a browser would execute'),
  both('D22', 'the largest enquiry'),
  both('D23', 'a biller whose code equals a path'),
  both('D24', 'unknown billers'),
  both('D25', 'filters of billers'),
  both('D26', 'an enquiry with a key for another service'),

  // E: HTTP.
  both('E01', 'methods that a path does not accept'),
  both('E02', 'POST with a body to a GET operation'),
  both('E03', 'HEAD'),
  stackOnly('E04', 'preflight requests of browsers', gatewayAnswers),
  both('E05', 'every response readable from any origin'),
  both('E06', 'hostile origins are never echoed'),
  both('E07', 'unknown paths'),
  stackOnly('E08', 'paths with dots, slashes or the wrong case', 'the gateway selects the function'),
  stackOnly('E09', 'paths that name a host', notInEvents),
  stackOnly('E10', 'paths without the base path', gatewayAnswers),
  both('E11', 'Host headers, and proxy headers that name a host'),
  both('E12', 'headers that override the method or path'),
  stackOnly('E13', 'requests with two lengths, folded headers', notInEvents),
  both('E14', 'long URLs, very many headers'),
  both('E15', 'Accept headers'),
  both('E16', 'GET with a body'),
  stackOnly('E17', 'headers that never end', notInEvents),
  stackOnly('E18', 'other protocols, expectations, garbage', notInEvents),
  both('E19', 'headers of every response'),
  both('E20', 'worst-case texts for patterns'),
  stackOnly('E21', 'clients that disconnect during a large response', notInEvents),

  // F: the export.
  both('F01', 'target and caching of the redirect'),
  both('F02', 'headers do not change the redirect'),
  partsOnly('F03', 'an expired link', storeAnswers),
  stackOnly('F04', 'an altered link', storeAnswers),
  stackOnly('F05', 'links expire before the session that signed them', storeAnswers),
  both('F06', 'no export yet'),
  both('F07', 'other methods and unknown parameters'),
  stackOnly('F08', 'the file is complete, with as many records as its version', storeAnswers),
  partsOnly('F09', 'an import during the export', publisherDoes),
  partsOnly('F10', 'the publisher is killed', publisherDoes),
  partsOnly('F11', 'two publishers at once', publisherDoes),
  partsOnly('F12', 'the holder of the lease dies', publisherDoes),
  partsOnly('F13', 'the object store fails, throttles or is slow', publisherDoes),
  partsOnly('F14', 'text that a spreadsheet would execute', publisherDoes),
  both('F15', 'a key without the export scope; a link that outlives its key'),
  partsOnly('F16', 'path traversal in the store', storeAnswers),

  // G: stores, imports and time.
  handlersOnly('G01', 'a store is down', proxied),
  handlersOnly('G02', 'a store accepts connections and never responds', proxied),
  handlersOnly('G03', 'a store always throttles', proxied),
  handlersOnly('G04', 'a store throttles twice', proxied),
  handlersOnly('G05', 'a store always fails', proxied),
  handlersOnly('G06', 'a store is slow', proxied),
  handlersOnly('G07', 'a store fails intermittently', proxied),
  handlersOnly('G08', 'a function is stopped during a write', proxied),
  partsOnly('G09', 'a function throws, runs out of memory or does not start', oursDoNot),
  partsOnly('G10', 'Lambda throttles a function', limitOfAws),
  stackOnly('G11', 'the stack is killed during writes', ofFiles),
  partsOnly('G12', 'the disk is full or fails', ofFiles),
  partsOnly('G13', 'a store’s file is damaged, newer or locked', ofFiles),
  partsOnly('G14', 'an import stops halfway', ofImports),
  partsOnly('G15', 'an import with no rows, or with far fewer', ofImports),
  partsOnly('G16', 'rows that cannot be loaded', ofImports),
  partsOnly('G17', 'a partially written batch', ofImports),
  partsOnly('G18', 'a clock that is wrong or jumps', fakedClock),
  partsOnly('G19', 'expired rows that are not yet deleted', fakedClock),
  handlersOnly('G20', 'a stale read after a write', 'the embedded table is always consistent'),
  partsOnly('G21', 'a table is restored', 'operators restore tables; requests do not'),
  partsOnly('G22', 'the schedule fires twice, late or never', 'requests do not depend on the schedule'),
  partsOnly('G23', 'hours when clocks change, at the end of a year and on 29 February', fakedClock),
  partsOnly('G24', 'two processes open one store', ofFiles),

  // H: rates, load and deployment.
  stackOnly('H01', 'requests over a key’s rate limit', 'the gateway limits without calling a function'),
  partsOnly('H02', 'the rate counter fails', countsByItself),
  partsOnly('H03', 'more clients than an account can have API keys', template),
  partsOnly('H04', 'a missing usage identifier', keysHaveOne),
  stackOnly('H05', 'constant load', 'a command that takes minutes, with a short run in the tests'),
  partsOnly('H06', 'four times the load', 'a command that takes minutes, with a short run in the tests'),
  notHere('H07', 'cold starts in 128 MB', startsOnAws),
  notHere('H08', 'requests during a deployment and a rollback', needsAccount),
  partsOnly('H09', 'the AWS Solutions rules', template),
  partsOnly('H10', 'permissions of each function', template),
  partsOnly('H11', 'access to the buckets', template),
  partsOnly('H12', 'every response of the gateway itself', template),
];
