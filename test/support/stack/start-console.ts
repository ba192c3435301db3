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
