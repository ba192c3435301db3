import * as z from 'zod/mini';
import { parseKeyDescription } from '../../../shared/http/key-description.ts';
import { tryTo } from './dom.ts';
import { apiOrigin, readPortalSettings, settingsProblem } from './portal-settings.ts';

const item = 'waypost.auth-key';

const storedKey = z.object({
  text: z.string(),
  /** Work centre searches per second that the key's plan allows. Absent if they are not limited. */
  rate: z.optional(z.number()),
  client: z.optional(z.string()),
  plan: z.optional(z.string()),
  scopes: z.optional(z.readonly(z.array(z.string()))),
  sandbox: z.optional(z.boolean()),
});
type StoredKey = z.infer<typeof storedKey>;

export interface KeyDetails extends StoredKey {
  /** `live` and `test` are environments of secret keys. A sandbox key in either environment is for tests. */
  readonly mode: 'sandbox' | 'live' | 'test' | 'browser';
}

const listeners: (() => void)[] = [];
let stored = tryTo(() => storedKey.parse(JSON.parse(sessionStorage.getItem(item) ?? '')));

/**
 * The key that all scripts on this page share. It is kept only for the tab: not in the address, which may be shared and
 * logged, nor in a cookie, which is sent. If the browser blocks storage, the key lasts as long as the page.
 */
export const visitorKey = {
  read: () => stored?.text,
  details: (): KeyDetails | undefined => stored && { ...stored, mode: modeOf(stored.text, stored.sandbox) },
  /** Replaces the key, or forgets it. */
  write(key?: StoredKey) {
    stored = key;
    tryTo(() => (key ? sessionStorage.setItem(item, JSON.stringify(key)) : sessionStorage.removeItem(item)));
    for (const listener of listeners) listener();
  },
  onChange: (listener: () => void) => void listeners.push(listener),
};

/**
 * Requests a key's details from the API, with the cheapest search. If the key's scopes do not allow that, sends a
 * request with an unsupported method, which needs no scope. Returns a sentence if the key cannot be used.
 */
export const checkKey = async (key: string): Promise<StoredKey | string> => {
  if (key === '') return 'Enter a key.';
  const [, environment] = keyForm.exec(key) ?? [];
  if (environment === undefined)
    return 'This is not a key. Keys have 80 characters and begin with wp_live_ or wp_test_.';
  const settings = await readPortalSettings().catch(() => undefined);
  // Without the settings, the address of the API is unknown, and no other site may get the key.
  if (!settings) return settingsProblem;
  const headers = { 'AUTH-KEY': key, 'waypost-describe-key': 'true' };
  const ask = (path: string) =>
    fetch(`${apiOrigin(settings)}${path}`, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.timeout(10_000),
    });
  try {
    const search = await ask('/locations/v3/workcentres?size=0');
    const isDenied = search.status === 403;
    if (isDenied && environment === 'web') return 'This browser key works only on its own websites.';
    const response = isDenied ? await ask('/bill-management-api/v1/enquiries') : search;
    if (response.status === 401)
      return 'The API does not accept this key. It may be mistyped, expired or revoked.';
    if (response.status !== 200 && response.status !== 405)
      return `The key could not be checked: the API returned ${response.status}. Try again.`;
    const description = parseKeyDescription(response.headers.get('waypost-key') ?? '');
    const rate = isDenied ? 0 : Number(response.headers.get('x-ratelimit-limit-second'));
    return { ...description, text: key, rate: rate || undefined };
  } catch {
    return 'The key could not be checked, because the API did not respond. Try again.';
  }
};

const modeOf = (key: string, isSandbox = false): KeyDetails['mode'] => {
  if (key.startsWith('wp_web_')) return 'browser';
  if (isSandbox) return 'sandbox';
  return key.startsWith('wp_live_') ? 'live' : 'test';
};

const keyForm = /^wp_(live|test|web)_[0-9a-z]{12}_[0-9a-z]{59}$/;
