import type { ApiCall, CallOperation } from './api-call.ts';
import { printValue, scriptName, scriptText } from './print-value.ts';

/**
 * Code that sends a call, in each language. Guides render it when the portal is built. The reference's form renders it
 * in the browser, from the same call that its button sends. The key is read from the environment variable AUTH_KEY, so
 * that no sample contains a key.
 */

/** Placeholder for a browser key in samples that run in a page. */
export const browserKeyText = 'wp_web_…';

/** Languages in display order. `highlight` is the name of the grammar for highlighting. */
export const sampleLanguages = [
  { id: 'curl', name: 'curl', highlight: 'sh' },
  { id: 'typescript', name: 'TypeScript client', highlight: 'ts' },
  { id: 'javascript', name: 'JavaScript', highlight: 'js' },
  { id: 'python', name: 'Python', highlight: 'py' },
  { id: 'php', name: 'PHP', highlight: 'php' },
  { id: 'java', name: 'Java', highlight: 'java' },
  { id: 'csharp', name: 'C#', highlight: 'cs' },
  { id: 'go', name: 'Go', highlight: 'go' },
] as const;
export type SampleLanguage = (typeof sampleLanguages)[number]['id'];

export interface SampleOptions {
  /** Address of the API without a trailing slash (default: `$API`, which pages replace). */
  readonly api?: string;
  /** Whether to print status and headers instead of the body, as for every redirect and conditional request. */
  readonly printsHead?: boolean;
  /**
   * Whether the key is a browser key, which is not secret. JavaScript then runs in a page, contains the key, and leaves
   * the header `Origin` to the browser.
   */
  readonly isBrowserKey?: boolean;
}

/**
 * Returns the code that sends a call, or undefined if the language cannot express the call. The typed client always
 * sends a key, and can send only declared parameters.
 */
export const sampleCode = (
  language: SampleLanguage,
  call: ApiCall,
  { api = '$API', printsHead = false, isBrowserKey = false }: SampleOptions = {},
): string | undefined => {
  const isRedirected =
    call.operation.redirects &&
    !call.values.query.some(([name, value]) => name === 'redirect' && value === 'false');
  const headers = Object.entries(call.headers);
  return templates[language]({
    ...call,
    ...{ api, url: `${api}${call.path}`, headers, isRedirected, isBrowserKey },
    headersInCode: isBrowserKey ? headers.filter(([name]) => name !== 'origin') : headers,
    body: call.body && printValue(JSON.parse(call.body)),
    printsHead: printsHead || isRedirected || 'if-none-match' in call.headers,
  });
};

interface Sample extends Omit<ApiCall, 'headers'> {
  readonly api: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Headers that a script sets. In a page, the browser itself sends `Origin`. */
  readonly headersInCode: Sample['headers'];
  readonly printsHead: boolean;
  readonly isRedirected: boolean;
  readonly isBrowserKey: boolean;
}

/** Joins lines, each with a margin and an end. Omits those that are empty or false. */
const lines = (margin: string, parts: readonly (string | false | undefined)[], end = '\n'): string =>
  parts.map((part) => (part ? `${margin}${part}${end}` : '')).join('');

/** Returns a line for each header. `key` is the expression that reads the key. Other values are quoted. */
const headerLines = (
  { hasKey, headers }: Pick<Sample, 'hasKey' | 'headers'>,
  line: (name: string, value: string) => string,
  key: string,
  quote: (text: string) => string = JSON.stringify,
): readonly string[] => [
  ...(hasKey ? [line('AUTH-KEY', key)] : []),
  ...headers.map(([name, value]) => line(name, quote(value))),
];

const curl = ({ url, headers, body, hasKey, printsHead }: Sample): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const options = [
    hasKey && '-H "AUTH-KEY: $AUTH_KEY"',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    body && `-d ${quoted(body)}`,
  ];
  return `curl ${printsHead ? '-i ' : ''}"${url}"${lines(' \\\n  ', options, '')}`;
};

const typescript = (sample: Sample): string | undefined => {
  const { api, operation, values, hasKey, body, printsHead, isBrowserKey } = sample;
  // Such as `locationsV3`.
  const service = operation.service.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const key = isBrowserKey ? `'${browserKeyText}'` : "process.env.AUTH_KEY ?? ''";
  const path = typedValues(operation, 'path', Object.entries(values.path));
  const query = typedValues(operation, 'query', values.query);
  if (!hasKey || !path || !query) return undefined;
  const headers = Object.fromEntries(sample.headersInCode.filter(([name]) => name !== 'content-type'));
  const options = {
    ...nonEmpty({ params: nonEmpty({ path, query }), headers }),
    ...(body !== undefined && { body: JSON.parse(body) }),
  };
  const used = operation.path.length + 45;
  const given = Object.keys(options).length > 0 && printValue(options, { isScript: true, used });
  return `import { ${printsHead ? '' : 'bodyOf, '}createWaypostClient } from '@waypost/client';

const client = createWaypostClient({ baseUrl: '${api}', key: ${key} });
const result = await client.${service}.${operation.method}('${operation.path}'${given ? `, ${given}` : ''});
${printsHead ? 'console.log(result.response.status, result.response.headers);' : 'console.log(bodyOf(result));'}
`;
};

/** Omits members that are empty objects. */
const nonEmpty = (members: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value).length > 0));

/** Converts parameter values to their types. Returns undefined if a value does not fit. */
const typedValues = (
  operation: CallOperation,
  place: 'path' | 'query',
  pairs: readonly (readonly [string, string])[],
): Record<string, unknown> | undefined => {
  const parameters = operation.parameters.filter((each) => each.in === place);
  const given = Map.groupBy(pairs, ([name]) => name);
  if (parameters.some(({ name, required }) => required && !given.has(name))) return undefined;
  const values: Record<string, unknown> = {};
  for (const [name, repeated] of given) {
    const { type, values: allowed } = parameters.find((each) => each.name === name) ?? {};
    const texts = repeated.map(([, value]) => value);
    const [text = ''] = texts;
    const isInvalid =
      (type === 'number' && !/^-?\d+(\.\d+)?$/.test(text)) || allowed?.includes(text) === false;
    if (!type || isInvalid || (texts.length > 1 && type !== 'array')) return undefined;
    values[name] = type === 'array' ? texts : type === 'number' ? Number(text) : text;
  }
  return values;
};

const javascript = (sample: Sample): string => {
  const { method, url, hasKey, body, printsHead, isRedirected, isBrowserKey } = sample;
  const headers = headerLines(
    { hasKey, headers: sample.headersInCode },
    (name, value) => `${scriptName(name)}: ${value}`,
    isBrowserKey ? `'${browserKeyText}'` : 'process.env.AUTH_KEY',
    scriptText,
  );
  const options = [
    body && `method: '${method}'`,
    headers.length > 0 && `headers: {\n${lines('    ', headers, ',\n')}  }`,
    isRedirected && "redirect: 'manual'",
    body && `body: JSON.stringify(${printValue(JSON.parse(body), { isScript: true, depth: 1 })})`,
  ];
  const given = lines('  ', options, ',\n');
  return `const response = await fetch('${url}'${given && `, {\n${given}}`});
console.log(response.status, ${printsHead ? 'response.headers' : 'await response.json()'});
`;
};

const python = (sample: Sample): string => {
  const { url, hasKey, body, printsHead, isRedirected } = sample;
  const headers = headerLines(sample, (name, value) => `"${name}": ${value}`, 'os.environ["AUTH_KEY"]');
  const options = [
    `"${url}"`,
    headers.length > 0 && `headers={\n${lines('        ', headers, ',\n')}    }`,
    body && `data=r"""${body}""".encode()`,
  ];
  const opening = isRedirected
    ? 'urllib.request.build_opener(KeepRedirect).open(request, timeout=30)'
    : 'urllib.request.urlopen(request, timeout=30)';
  return `${hasKey ? 'import os\n' : ''}import urllib.error
import urllib.request
${isRedirected ? keepRedirect : ''}
request = urllib.request.Request(
${lines('    ', options, ',\n')})
try:
    response = ${opening}
except urllib.error.HTTPError as error:
    response = error
print(response.status, response.${printsHead ? 'headers' : 'read().decode()'})
`;
};

const keepRedirect = `

class KeepRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None

`;

const php = ({ url, headers, body, hasKey, printsHead }: Sample): string => {
  // PHP has only these two escapes in single quotes.
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const given = [
    hasKey && "'AUTH-KEY: ' . getenv('AUTH_KEY')",
    ...headers.map(([name, value]) => quoted(`${name}: ${value}`)),
  ];
  const options = [
    given.some(Boolean) && `CURLOPT_HTTPHEADER => [\n${lines('        ', given, ',\n')}    ]`,
    body && `CURLOPT_POSTFIELDS => <<<'JSON'\n${body}\nJSON`,
    printsHead && 'CURLOPT_HEADER => true',
    'CURLOPT_RETURNTRANSFER => true',
  ];
  return `<?php
$curl = curl_init('${url}');
curl_setopt_array($curl, [
${lines('    ', options, ',\n')}]);
echo curl_exec($curl) ?: curl_error($curl);
`;
};

const java = (sample: Sample): string => {
  const { url, body, printsHead } = sample;
  // In a text block, backslashes are doubled.
  const text = body && indented(body.replaceAll('\\', '\\\\'), 16);
  const calls = [
    ...headerLines(sample, (name, value) => `.header("${name}", ${value})`, 'System.getenv("AUTH_KEY")'),
    text && `.POST(BodyPublishers.ofString("""\n${text}"""))`,
    '.build();',
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
${text ? 'import java.net.http.HttpRequest.BodyPublishers;\n' : ''}import java.net.http.HttpResponse.BodyHandlers;

public class Sample {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
${lines('            ', calls)}        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(${printsHead ? 'response.statusCode() + " " + response.headers().map()' : 'response.body()'});
    }
}
`;
};

const csharp = (sample: Sample): string => {
  const { url, body, printsHead, isRedirected, hasKey } = sample;
  const headers = sample.headers.filter(([name]) => name !== 'content-type');
  const handler = isRedirected ? 'new HttpClientHandler { AllowAutoRedirect = false }' : '';
  return lines('', [
    body && 'using System.Text;\n',
    `using var client = new HttpClient(${handler});`,
    `using var request = new HttpRequestMessage(HttpMethod.${body ? 'Post' : 'Get'}, "${url}");`,
    ...headerLines(
      { hasKey, headers },
      (name, value) => `request.Headers.Add("${name}", ${value});`,
      'Environment.GetEnvironmentVariable("AUTH_KEY")',
    ),
    body &&
      `request.Content = new StringContent("""\n${indented(body, 4)}\n    """, Encoding.UTF8, "application/json");`,
    'using var response = await client.SendAsync(request);',
    `Console.WriteLine(${printsHead ? 'response' : 'await response.Content.ReadAsStringAsync()'});`,
  ]);
};

const go = (sample: Sample): string => {
  const { method, url, body, hasKey, printsHead, isRedirected } = sample;
  const literal = body?.includes('`') ? JSON.stringify(body) : `\`${body}\``;
  const imports = ['fmt', !printsHead && 'io', 'log', 'net/http', hasKey && 'os', body && 'strings'];
  const fail = 'if err != nil {\n\t\tlog.Fatal(err)\n\t}';
  const statements = [
    `request, err := http.NewRequest("${method}", "${url}", ${body ? `strings.NewReader(${literal})` : 'nil'})`,
    fail,
    ...headerLines(
      sample,
      (name, value) => `request.Header.Set("${name}", ${value})`,
      'os.Getenv("AUTH_KEY")',
    ),
    isRedirected && '// A transport does not follow redirects.',
    `response, err := ${isRedirected ? 'http.DefaultTransport.RoundTrip' : 'http.DefaultClient.Do'}(request)`,
    fail,
    'defer response.Body.Close()',
    !printsHead && `content, err := io.ReadAll(response.Body)\n\t${fail}`,
    `fmt.Println(${printsHead ? 'response.Status, response.Header' : 'string(content)'})`,
  ];
  return `package main

import (
${lines(
  '\t',
  imports.map((name) => name && `"${name}"`),
)})

func main() {
${lines('\t', statements)}}
`;
};

const templates: Readonly<Record<SampleLanguage, (sample: Sample) => string | undefined>> = {
  ...{ curl, typescript, javascript, python, php, java, csharp, go },
};

const indented = (text: string, spaces: number): string => text.replace(/^/gm, ' '.repeat(spaces));
