import { keepCompiledCode } from '../local/compile-cache.ts';
import { browserOrigin } from '../portal/samples/recorded-answers.ts';
import { type Recorded, recording, type SentAnswer } from './recording.ts';

/** Process that records answers on a local stack with the sample network: see record-answers.ts. */

keepCompiledCode();
const { startLocalStack } = await import('../local/start/local-stack.ts');
const { localStack } = await import('../operator/stack/local-stack.ts');
const { keyRepository } = await import('../../shared/data-access/access/key-repository.ts');
const { browserGrant } = await import('../../shared/domain/access/browser-key.ts');
const { services } = await import('../../shared/domain/access/service.ts');

const issueKeys = async (dataDirectory: string): Promise<Readonly<Record<string, string>>> => {
  const { database: client, tables, close } = await localStack(dataDirectory);
  const keys = keyRepository({ client, tables });
  const all = { scopes: [...services], plan: 'partner' as const, environment: 'test' as const };
  const browser = { ...browserGrant, scopes: [...browserGrant.scopes], origins: [browserOrigin] };
  const change = { by: 'waypost', reason: 'for recorded answers' };
  const issue = async (request: Parameters<typeof keys.issue>[0]) =>
    (await keys.issue(request, change)).token;
  try {
    return {
      partner: await issue({ client: 'partner', ...all }),
      sandbox: await issue({ client: 'sandbox', ...all, sandbox: true }),
      browser: await issue({ client: 'browser', ...browser }),
    };
  } finally {
    close();
  }
};

const record = async (message: unknown): Promise<void> => {
  const { dataDirectory, stableVersion, requests } = recording.parse(message);
  const stack = await startLocalStack({
    port: 0,
    dataDirectory,
    loadSample: true,
    report: () => {},
    signal: new AbortController().signal,
  });
  const keys = requests.length > 0 ? await issueKeys(dataDirectory) : {};
  const send = async (path: string, key: string, options: RequestInit = {}): Promise<Response> => {
    const token = keys[key];
    const headers = { ...options.headers, ...(token !== undefined && { 'AUTH-KEY': token }) };
    return fetch(`${stack.url}${path}`, { ...options, headers, redirect: 'manual' });
  };
  const first = await send('/locations/v3/operational-capabilities?size=0', 'partner');
  const version = first.headers.get('waypost-catalogue-version') ?? '';
  const withVersion = (text: string) => text.replaceAll(stableVersion, version);
  const answers: SentAnswer[] = [];
  for (const { method, path, headers, body, key } of requests) {
    const given = Object.entries(headers).map(([name, value]) => [name, withVersion(value)]);
    const response = await send(withVersion(path), key, {
      method,
      headers: Object.fromEntries(given),
      ...(body !== undefined && { body }),
    });
    answers.push({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    });
  }
  await stack.close();
  process.send?.({ version, answers } satisfies Recorded);
};

// Ends with the process that records.
process.on('disconnect', () => process.exit());
process.umask(0o077);
process.once('message', (message) => {
  record(message).then(
    () => process.disconnect?.(),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
