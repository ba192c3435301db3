import type { TargetRequest } from '../support/targets/api-target.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const maxShown = 2_000;
const shortened = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}… (${text.length} characters)` : text;

/** Formats a request as a curl command, with the key and the address in the shell variables KEY and URL. */
export const curlLine = ({ method = 'GET', path, headers = {}, body }: TargetRequest): string => {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'auth-key');
  const parts = [
    'curl -i --path-as-is --globoff',
    ...(method === 'HEAD' ? ['--head'] : [`-X ${method}`]),
    ...(named ? [] : ['-H "AUTH-KEY: $KEY"']),
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`--data-binary ${quoted(shortened(body.toString()))}`]),
    `"$URL"${quoted(shortened(path))}`,
  ];
  return parts.join(' ');
};
