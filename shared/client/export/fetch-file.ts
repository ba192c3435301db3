import type { Fetch } from '../retrying-fetch.ts';
import { DownloadFailed } from './download-failed.ts';

/** Opens what a link leads to, unpacked. No header goes there: the link is all that is needed. Throws DownloadFailed. */
export const fetchFile = async (send: Fetch, url: string, signal?: AbortSignal): Promise<Response> => {
  const response = await send(new Request(url, { redirect: 'error', signal: signal ?? null }));
  if (response.status === 200) return response;
  await response.body?.cancel();
  throw new DownloadFailed(`the host of the file answered with ${response.status}`);
};
