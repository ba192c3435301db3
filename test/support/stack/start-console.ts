import { type Started, startWaypost } from './run-waypost.ts';

/** Starts `waypost console` on a stack, as an operator does, and returns its link. */
export const startConsole = async (
  dataDirectory: string,
): Promise<Started & { readonly link: string; readonly origin: string }> => {
  const started = startWaypost(['console', '--no-open', '--data-dir', dataDirectory]);
  const said = await started.saw('\n\n');
  const [link = ''] = /http:\/\/\S+/.exec(said) ?? [];
  return { ...started, link, origin: new URL(link).origin };
};

/** Headers of a session of the console. */
export type ConsoleSession = Readonly<Record<'cookie' | 'x-console-key' | 'origin', string>>;

/** Returns the session that a response to the link begins. */
export const sessionOf = (response: {
  readonly origin: string;
  readonly setCookie: string | undefined;
  readonly body: string;
}): ConsoleSession => ({
  cookie: response.setCookie?.split(';')[0] ?? '',
  'x-console-key': /data-key="([^"]+)"/.exec(response.body)?.[1] ?? '',
  origin: response.origin,
});
