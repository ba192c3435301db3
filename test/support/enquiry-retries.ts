import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { enquiryResponse } from '../../functions/bill-management-v1/contract.ts';
import { submitEnquiry } from '../../functions/bill-management-v1/submit-enquiry.ts';
import { enquiryRepository } from '../../shared/data-access/billing/enquiry-repository.ts';
import type { Table } from '../../shared/data-access/table.ts';
import { type FaultProxy, startFaultProxy, throttling } from './faults/fault-proxy.ts';
import { listenAndAnswer } from './stack/operator-stack.ts';
import { documentClientAt, startEmbeddedTables } from './tables/embedded-tables.ts';
import { enquiryBody, readEnquiryRows } from './tables/stored-enquiry.ts';
import { handlerTarget } from './targets/handler-target.ts';

const path = '/bill-management-api/v1/enquiries';

/** Milliseconds after which a client retries. Delayed responses take longer. */
const clientTimeout = 3_000;
const delayed = { kind: 'delay', milliseconds: 3_500 } as const;
/** Maximum number of attempts. About 20% of the attempts fail, so no client should need this many. */
const maxAttempts = 60;

interface RetriedEnquiries {
  readonly enquiries: number;
  readonly atOnce: number;
  readonly seed: number;
  readonly report?: (done: number) => void;
}

const startServer = (table: Table) => {
  const handler = submitEnquiry(enquiryRepository({ table, retentionDays: 30 }));
  const target = handlerTarget([{ path, handler }]);
  return listenAndAnswer(async (request, response) => {
    const flat = Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join()]);
    const body = await text(request);
    const answer = await target.send({ method: 'POST', path, headers: Object.fromEntries(flat), body });
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
};

/** Injects faults. If only a response is lost, the store or the function has already completed its work. */
const injectFaults = (store: FaultProxy, api: FaultProxy) => {
  const writes = ({ operation }: { operation: string }) => operation === 'TransactWriteItems';
  store.inject({ kind: 'lose answer' }, { when: writes, chance: 0.25 });
  store.inject(delayed, { when: writes, chance: 0.005 });
  store.inject(throttling, { chance: 0.05 });
  store.inject({ kind: 'lose answer' }, { chance: 0.05 });
  api.inject({ kind: 'lose answer' }, { chance: 0.15 });
  api.inject({ kind: 'cut request', afterBytes: 20 }, { chance: 0.03 });
  api.inject(delayed, { chance: 0.005 });
};

/** Returns a client that retries each enquiry until it gets a response. Sometimes it sends two concurrent requests. */
const retryingClient = (url: string) => {
  const counts = { sent: 0, answersLost: 0, refused: 0 };

  const sendOnce = async (details: string, idempotencyKey: string): Promise<string | undefined> => {
    counts.sent += 1;
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const signal = AbortSignal.timeout(clientTimeout);
    const request = { method: 'POST', headers, body: enquiryBody(details), signal };
    const answer = await fetch(`${url}${path}`, request)
      .then(async (response) => ({ status: response.status, body: await response.text() }))
      .catch(() => undefined);
    if (answer === undefined) {
      counts.answersLost += 1;
      return undefined;
    }
    if (answer.status === 200) return enquiryResponse.parse(JSON.parse(answer.body)).referenceNumber;
    if (answer.status !== 503) throw new Error(`status ${answer.status} ${answer.body}`);
    counts.refused += 1;
    return undefined;
  };

  const send = async (details: string, twice: boolean): Promise<readonly string[]> => {
    const key = randomUUID();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const copies = twice ? 2 : 1;
      const numbers = await Promise.all(Array.from({ length: copies }, () => sendOnce(details, key)));
      const answered = numbers.filter((number) => number !== undefined);
      if (answered.length > 0) return answered;
    }
    return [];
  };
  return { send, counts };
};

const storedNumbers = async (table: Table): Promise<ReadonlyMap<string, string[]>> => {
  const grouped = Map.groupBy(await readEnquiryRows(table), ({ enquiryDetails }) => enquiryDetails);
  return new Map([...grouped].map(([details, each]) => [details, each.map((one) => one.referenceNumber)]));
};

const judge = (
  answered: ReadonlyMap<string, readonly string[]>,
  stored: ReadonlyMap<string, readonly string[]>,
) => {
  const numbers = [...answered].flatMap(([details, each]) =>
    [...new Set(each)].map((number) => ({ number, details })),
  );
  const byNumber = Map.groupBy(numbers, ({ number }) => number);
  return {
    stored: [...stored.values()].reduce((total, each) => total + each.length, 0),
    /** Enquiries that were stored in more than one row. */
    duplicates: [...stored].flatMap(([details, each]) => (each.length > 1 ? [details] : [])),
    /** Returned numbers that have no row, or whose row belongs to another enquiry. */
    lost: numbers.flatMap(({ number, details }) => (stored.get(details)?.includes(number) ? [] : [number])),
    /** Enquiries that got different numbers, and numbers that were returned for different enquiries. */
    ambiguous: [
      ...[...answered].flatMap(([details, each]) => (new Set(each).size > 1 ? [details] : [])),
      ...[...byNumber].flatMap(([number, each]) => (each.length > 1 ? [number] : [])),
    ],
    unanswered: [...answered].flatMap(([details, each]) => (each.length === 0 ? [details] : [])),
  };
};

/** Retries enquiries while the store and the network lose responses, and compares what was stored and returned. */
export const retryEnquiries = async ({ enquiries, atOnce, seed, report = () => {} }: RetriedEnquiries) => {
  const embedded = await startEmbeddedTables();
  const store = await startFaultProxy(embedded.engine.endpoint, seed);
  const documents = documentClientAt(store.endpoint);
  const server = await startServer({ client: documents, tableName: embedded.tables.enquiries });
  const api = await startFaultProxy(server.url, seed + 1);
  try {
    injectFaults(store, api);
    const client = retryingClient(api.endpoint);
    const answered = new Map<string, readonly string[]>();
    let next = 0;
    const worker = async () => {
      while (next < enquiries) {
        const index = next++;
        const details = `enquiry ${index}`;
        answered.set(details, await client.send(details, index % 10 === 0));
        report(answered.size);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    // Waits until pending writes have completed or been abandoned.
    await new Promise((resolve) => setTimeout(resolve, delayed.milliseconds));
    const stored = await storedNumbers({ client: embedded.client, tableName: embedded.tables.enquiries });
    return { enquiries, ...client.counts, storeFaults: store.faulted(), ...judge(answered, stored) };
  } finally {
    await api[Symbol.asyncDispose]();
    server.close();
    documents.destroy();
    await store[Symbol.asyncDispose]();
    await embedded.close();
  }
};
export type RetryOutcome = Awaited<ReturnType<typeof retryEnquiries>>;
