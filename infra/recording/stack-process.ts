import { keepCompiledCode } from '../local/compile-cache.ts';
import { browserOrigin } from '../portal/samples/recorded-answers.ts';

/**
 * Process of a local stack with the sample network (see sample-stack.ts). Ends when the process that started it
 * disconnects or ends.
 */

keepCompiledCode();
const { startLocalStack } = await import('../local/start/local-stack.ts');
const { localStack } = await import('../operator/stack/local-stack.ts');
const { keyRepository } = await import('../../shared/data-access/access/key-repository.ts');
const { browserGrant } = await import('../../shared/domain/access/browser-key.ts');
const { services } = await import('../../shared/domain/access/service.ts');

const issueKeys = async (dataDirectory: string) => {
  const { database: client, tables, close } = await localStack(dataDirectory);
  const keys = keyRepository({ client, tables });
  const issue = async (request: Parameters<typeof keys.issue>[0]): Promise<string> =>
    (await keys.issue(request, { by: 'waypost', reason: 'for recorded responses' })).token;
  const all = { scopes: [...services], plan: 'partner' as const, environment: 'test' as const };
  const browser = { ...browserGrant, scopes: [...browserGrant.scopes], origins: [browserOrigin] };
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

const [dataDirectory = ''] = process.argv.slice(2);
// Only the files' owner may read them.
process.umask(0o077);
const starting = startLocalStack({
  port: 0,
  dataDirectory,
  loadSample: true,
  // The portal is built from the recorded responses, so it does not exist yet.
  portal: false,
  report: () => {},
  signal: new AbortController().signal,
});
process.once('disconnect', async () => {
  await (await starting).close();
  process.exit();
});
const stack = await starting;
if (process.connected) process.send?.({ url: stack.url, keys: await issueKeys(dataDirectory) });
