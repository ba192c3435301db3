import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Rate and duration of an open load. */
export interface Load {
  readonly url: string;
  readonly path: string;
  /** Returns the key of a request by its number. */
  readonly keyOf: (index: number) => string;
  readonly ratePerSecond: number;
  readonly seconds: number;
}

export interface LoadedAnswer {
  readonly status: number;
  /** Milliseconds from the time when the request was due, so that a late generator does not shorten them. */
  readonly milliseconds: number;
  readonly body: string;
}

const ask = (agent: Agent, url: URL, key: string, due: number): Promise<LoadedAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { 'AUTH-KEY': key } }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          milliseconds: performance.now() - due,
          body: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });

/** Sends an open load: the next request does not wait for the answer of the one before. */
export const steadyLoad = async ({
  url,
  path,
  keyOf,
  ratePerSecond,
  seconds,
}: Load): Promise<LoadedAnswer[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const target = new URL(path, url);
  const answers: Promise<LoadedAnswer>[] = [];
  const began = performance.now();
  const dueAt = (index: number) => began + (index * 1_000) / ratePerSecond;
  while (answers.length < ratePerSecond * seconds) {
    const due = dueAt(answers.length);
    if (due > performance.now()) await delay(Math.ceil(due - performance.now()));
    answers.push(ask(agent, target, keyOf(answers.length), due));
  }
  return Promise.all(answers).finally(() => agent.destroy());
};

/** Returns the time within which this share of the answers came. */
export const quantile = (answers: readonly LoadedAnswer[], part: number): number => {
  const times = answers.map(({ milliseconds }) => milliseconds).toSorted((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
};
