import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RecordedRequest } from './recorded-answers.ts';
import { parseRequestBlock } from './request-block.ts';

/** Request whose answer is recorded, and where it is shown. */
export interface PlacedRequest extends RecordedRequest {
  /** `infra/portal/guides/quickstart.md:23`, for messages. */
  readonly place: string;
}

const guides = fileURLToPath(new URL('../guides/', import.meta.url));

/**
 * Returns all requests whose answers pages show, in the order in which they are recorded: the request blocks of the
 * guides. Throws InvalidRequestBlock.
 */
export const placedRequests = (): readonly PlacedRequest[] =>
  globSync('**/*.md', { cwd: guides })
    .toSorted()
    .flatMap((file) => requestsIn(`infra/portal/guides/${file}`, readFileSync(`${guides}${file}`, 'utf8')));

/** Returns the requests of a guide. */
export const requestsIn = (file: string, markdown: string): readonly PlacedRequest[] =>
  [...markdown.matchAll(/^( *)```request\b(.*)\n([\s\S]*?)^\1```/gm)].map((match) => {
    const [, , info = '', text = ''] = match;
    const place = `${file}:${markdown.slice(0, match.index).split('\n').length}`;
    return { ...parseRequestBlock(info, text, place), place };
  });
