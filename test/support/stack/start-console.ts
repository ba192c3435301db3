import { type Started, startWaypost } from './run-waypost.ts';

/** Starts `waypost console` with options that select a stack, as an operator does. */
export const startConsoleOn = async (
  stack: readonly string[],
  environment: Record<string, string> = {},
): Promise<Started & { readonly link: string; readonly origin: string }> => {
  const started = startWaypost(['console', '--no-open', ...stack], { environment });
  const said = await started.saw('\n\n');
  const [link = ''] = /http:\/\/\S+/.exec(said) ?? [];
  return { ...started, link, origin: new URL(link).origin };
};

export const startConsole = (dataDirectory: string) => startConsoleOn(['--data-dir', dataDirectory]);

export type ConsoleSession = Readonly<Record<'cookie' | 'x-console-key' | 'origin', string>>;

export const sessionOf = (response: {
  readonly origin: string;
  readonly setCookie: string | undefined;
  readonly body: string;
}): ConsoleSession => ({
  cookie: response.setCookie?.split(';')[0] ?? '',
  'x-console-key': /data-key="([^"]+)"/.exec(response.body)?.[1] ?? '',
  origin: response.origin,
});

/** Opens a console by its link. Returns a function that requests a path, with POST if a body is given. */
export const openConsole = async ({ link, origin }: { readonly link: string; readonly origin: string }) => {
  const opened = await fetch(link);
  const setCookie = opened.headers.get('set-cookie') ?? undefined;
  const session = sessionOf({ origin, setCookie, body: await opened.text() });
  return async (path: string, body?: object | string): Promise<string> => {
    const type = typeof body === 'string' ? 'application/octet-stream' : 'application/json';
    const post = body !== undefined && {
      method: 'POST',
      headers: { ...session, 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    return (await fetch(`${origin}${path}`, post || { headers: session })).text();
  };
};

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Returns the text of HTML, with ` | ` after each cell, fact, list item, paragraph and heading. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<\/(?:td|th|dt|dd|li|p|h2)>/g, ' | ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ');

/** Returns the text of each section of a page, by the section's heading. */
export const sectionsOf = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    html.split(/(?=<section)/).map((section) => {
      const [, title = '', text = ''] = /<h2[^>]*>(.*?)<\/h2>(.*)/s.exec(section) ?? [];
      return [title, textOf(text)];
    }),
  );
