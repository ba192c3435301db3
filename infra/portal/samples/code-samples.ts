import type { ApiCall, CallOperation } from './api-call.ts';

/**
 * Code that sends a call, in each language. Guides render it when the portal is built; the form of the reference renders
 * it in the browser, from the same call that its button sends. The key is read from the environment variable AUTH_KEY, so
 * that no sample contains one.
 */

/** Text that stands for a browser key in samples that run in a page. */
export const browserKeyText = 'wp_web_…';

/** Languages in the order of their tabs. `highlight` is the name of the grammar. */
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
  /** Address of the API without a slash at its end (default: `$API`, which pages replace). */
  readonly api?: string;
  /** Whether it prints status and headers instead of the body. Redirects and conditional requests always do. */
  readonly printsHead?: boolean;
  /**
   * Whether the key is a browser key, which is not secret. JavaScript then runs in a page, has the key in its text, and
   * leaves the header `Origin` to the browser.
   */
  readonly isBrowserKey?: boolean;
}

/**
 * Returns the code that sends a call. Undefined if the language cannot express it: the typed client sends only declared
 * parameters, always with a key.
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
    data: call.body === undefined ? undefined : JSON.parse(call.body),
    printsHead: printsHead || isRedirected || 'if-none-match' in call.headers,
  });
};

type Headers = readonly (readonly [name: string, value: string])[];

interface Sample extends Omit<ApiCall, 'headers'> {
  readonly api: string;
  readonly url: string;
  readonly headers: Headers;
  /** Headers that a script sets: a page's browser sends `Origin` by itself. */
  readonly headersInCode: Headers;
  /** Value of the body; undefined if there is none. */
  readonly data: unknown;
  readonly printsHead: boolean;
  readonly isRedirected: boolean;
  readonly isBrowserKey: boolean;
}

const curl = ({ url, headers, data, hasKey, printsHead }: Sample): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const parts = [
    `curl ${printsHead ? '-i ' : ''}"${url}"`,
    ...(hasKey ? ['-H "AUTH-KEY: $AUTH_KEY"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data ? [`-d ${quoted(printValue(data, json))}`] : []),
  ];
  return parts.join(' \\\n  ');
};

const typescript = (sample: Sample): string | undefined => {
  const { api, operation, values, hasKey, data, printsHead, isBrowserKey } = sample;
  // Such as `locationsV3`.
  const service = operation.service.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const key = isBrowserKey ? quoteSingle(browserKeyText) : "process.env.AUTH_KEY ?? ''";
  const path = typedValues(operation, 'path', Object.entries(values.path));
  const query = typedValues(operation, 'query', values.query);
  if (!hasKey || !path || !query) return undefined;
  const params = { ...nonEmpty({ path }), ...nonEmpty({ query }) };
  const headers = Object.fromEntries(sample.headersInCode.filter(([name]) => name !== 'content-type'));
  const options = {
    ...nonEmpty({ params }),
    ...nonEmpty({ headers }),
    ...(data !== undefined && { body: data }),
  };
  const given =
    Object.keys(options).length > 0 && printValue(options, javascriptValue, 0, operation.path.length + 45);
  return `import { ${printsHead ? '' : 'bodyOf, '}createWaypostClient } from '@waypost/client';

const client = createWaypostClient({ baseUrl: '${api}', key: ${key} });
const result = await client.${service}.${operation.method}('${operation.path}'${given ? `, ${given}` : ''});
${printsHead ? 'console.log(result.response.status, result.response.headers);' : 'console.log(bodyOf(result));'}
`;
};

/** Leaves out members without members. */
const nonEmpty = (members: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => Object.keys(value).length > 0));

/** Converts the text of parameters to their types; undefined if one does not fit. */
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
    values[name] = type === 'array' ? texts : type === 'string' ? text : JSON.parse(text);
  }
  return values;
};

const javascript = (sample: Sample): string => {
  const { method, url, data, hasKey, printsHead, isRedirected, isBrowserKey } = sample;
  const headers = {
    ...(hasKey && { 'AUTH-KEY': isBrowserKey ? browserKeyText : code('process.env.AUTH_KEY') }),
    ...Object.fromEntries(sample.headersInCode),
  };
  const options = {
    ...(data !== undefined && { method }),
    ...nonEmpty({ headers }),
    ...(isRedirected && { redirect: 'manual' }),
    ...(data !== undefined && { body: code(`JSON.stringify(${printValue(data, javascriptValue, 1)})`) }),
  };
  const given = Object.keys(options).length > 0 && printValue(options, javascriptValue, 0, url.length + 30);
  return `const response = await fetch('${url}'${given ? `, ${given}` : ''});
console.log(response.status, ${printsHead ? 'response.headers' : 'await response.json()'});
`;
};

const python = ({ url, headers, data, hasKey, printsHead, isRedirected }: Sample): string => {
  const values = {
    ...(hasKey && { 'AUTH-KEY': code('os.environ["AUTH_KEY"]') }),
    ...Object.fromEntries(headers),
  };
  const lines = [
    ...(data ? ['import json'] : []),
    ...(hasKey ? ['import os'] : []),
    ...(printsHead ? ['import urllib.error'] : []),
    ...['import urllib.request', ''],
    ...(isRedirected ? keepRedirect : []),
    ...['request = urllib.request.Request(', `    "${url}",`],
    ...(headers.length > 0 || hasKey ? [`    headers=${printValue(values, pythonValue, 1)},`] : []),
    ...(data ? [`    data=json.dumps(${printValue(data, pythonValue, 1)}).encode(),`] : []),
    ')',
  ];
  const opening = isRedirected
    ? 'urllib.request.build_opener(KeepRedirect).open(request)'
    : 'urllib.request.urlopen(request)';
  const sending = printsHead
    ? `try:
    response = ${opening}
except urllib.error.HTTPError as error:
    response = error
print(response.status, response.headers)`
    : `with ${opening} as response:
    print(response.status, response.read().decode())`;
  return `${lines.join('\n')}\n${sending}\n`;
};

const keepRedirect = [
  '',
  'class KeepRedirect(urllib.request.HTTPRedirectHandler):',
  '    def redirect_request(self, *args):',
  '        return None',
  ...['', ''],
];

const php = ({ url, headers, data, hasKey, printsHead }: Sample): string => {
  const lines = [
    ...(hasKey ? [code(`'AUTH-KEY: ' . getenv('AUTH_KEY')`)] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const options = [
    ...(lines.length > 0 ? [`CURLOPT_HTTPHEADER => ${printValue(lines, phpValue, 1)}`] : []),
    ...(data ? [`CURLOPT_POSTFIELDS => json_encode(${printValue(data, phpValue, 1)})`] : []),
    ...(printsHead ? ['CURLOPT_HEADER => true'] : []),
    'CURLOPT_RETURNTRANSFER => true',
  ];
  return `<?php
$curl = curl_init('${url}');
curl_setopt_array($curl, [
${options.map((option) => `    ${option},\n`).join('')}]);
echo curl_exec($curl);
`;
};

const java = ({ url, headers, data, hasKey, printsHead }: Sample): string => {
  // In a text block, backslashes are doubled.
  const body = data && indented(printValue(data, json).replaceAll('\\', '\\\\'), 16);
  const calls = [
    ...(hasKey ? ['.header("AUTH-KEY", System.getenv("AUTH_KEY"))'] : []),
    ...headers.map(([name, value]) => `.header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    ...(body ? [`.POST(BodyPublishers.ofString("""\n${body}"""))`] : []),
    '.build();',
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
${body ? 'import java.net.http.HttpRequest.BodyPublishers;\n' : ''}import java.net.http.HttpResponse.BodyHandlers;

public class Sample {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
${calls.map((each) => `            ${each}\n`).join('')}        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(${printsHead ? 'response.statusCode() + " " + response.headers().map()' : 'response.body()'});
    }
}
`;
};

const csharp = ({ method, url, headers, data, hasKey, printsHead, isRedirected }: Sample): string => {
  const name = `${method[0]}${method.slice(1).toLowerCase()}`;
  const body = data && indented(printValue(data, json), 4);
  const lines = [
    ...(body ? ['using System.Text;', ''] : []),
    isRedirected
      ? 'using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });'
      : 'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, "${url}");`,
    ...(hasKey ? ['request.Headers.Add("AUTH-KEY", Environment.GetEnvironmentVariable("AUTH_KEY"));'] : []),
    ...headers
      .filter(([each]) => each !== 'content-type')
      .map(([each, value]) => `request.Headers.Add(${JSON.stringify(each)}, ${JSON.stringify(value)});`),
    ...(body
      ? [`request.Content = new StringContent("""\n${body}\n    """, Encoding.UTF8, "application/json");`]
      : []),
    'using var response = await client.SendAsync(request);',
    `Console.WriteLine(${printsHead ? 'response' : 'await response.Content.ReadAsStringAsync()'});`,
  ];
  return `${lines.join('\n')}\n`;
};

const go = ({ method, url, headers, data, hasKey, printsHead, isRedirected }: Sample): string => {
  const text = data ? printValue(data, json) : undefined;
  const literal = text?.includes('`') ? JSON.stringify(text) : `\`${text}\``;
  const imports = ['fmt', ...(printsHead ? [] : ['io']), 'log', 'net/http', ...(hasKey ? ['os'] : [])];
  const fail = ['if err != nil {', '\tlog.Fatal(err)', '}'];
  const set = (name: string, value: string) => `request.Header.Set("${name}", ${value})`;
  const lines = [
    ...(text ? [`body := strings.NewReader(${literal})`] : []),
    `request, err := http.NewRequest("${method}", "${url}", ${text ? 'body' : 'nil'})`,
    ...fail,
    ...(hasKey ? [set('AUTH-KEY', 'os.Getenv("AUTH_KEY")')] : []),
    ...headers.map(([name, value]) => set(name, JSON.stringify(value))),
    ...(isRedirected ? ['// A transport does not follow redirects.'] : []),
    `response, err := ${isRedirected ? 'http.DefaultTransport.RoundTrip' : 'http.DefaultClient.Do'}(request)`,
    ...fail,
    'defer response.Body.Close()',
    ...(printsHead
      ? ['fmt.Println(response.Status, response.Header)']
      : ['content, err := io.ReadAll(response.Body)', ...fail, 'fmt.Println(string(content))']),
  ];
  return `package main

import (
${[...imports, ...(text ? ['strings'] : [])].map((name) => `\t"${name}"\n`).join('')})

func main() {
${lines.map((line) => `\t${line}\n`).join('')}}
`;
};

const templates: Readonly<Record<SampleLanguage, (sample: Sample) => string | undefined>> = {
  ...{ curl, typescript, javascript, python, php, java, csharp, go },
};

/** Notation of JSON values in a language. */
interface Notation {
  readonly indent: number;
  /** Braces of an object on one line. */
  readonly object: readonly [open: string, close: string];
  /** Text between name and value. */
  readonly assign: string;
  /** Text after the last member in a line of its own. */
  readonly end: string;
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  /** Writes numbers, booleans and null. */
  readonly constant: (value: unknown) => string;
}

const quoteSingle = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
/** PHP reads only these two escapes in single quotes, and variables in double quotes. */
const quotePhp = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

export const json: Notation = {
  ...{ indent: 2, object: ['{ ', ' }'], assign: ': ', end: '' },
  ...{ name: JSON.stringify, text: JSON.stringify, constant: String },
};
const javascriptValue: Notation = {
  ...{ ...json, end: ',', text: quoteSingle },
  name: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoteSingle(name)),
};
const pythonValue: Notation = {
  ...{ ...json, indent: 4, object: ['{', '}'], end: ',' },
  constant: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)] ?? String(value),
};
const phpValue: Notation = {
  ...{ ...json, indent: 4, object: ['[', ']'], assign: ' => ', end: ',', name: quotePhp, text: quotePhp },
};

/** Part of a value that is code of the language, not text. */
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
const code = (text: string) => new Code(text);

/** Length of a line up to which a value stays on it. */
const maxLine = 80;

/**
 * Prints a JSON value: on one line if it fits, otherwise with a line for each member. `depth` is the indentation of its
 * line, and `used` the number of other characters on it.
 */
export const printValue = (value: unknown, notation: Notation, depth = 0, used = 0): string => {
  if (value instanceof Code) return value.text;
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null) return notation.constant(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : notation.object;
  const items = Array.isArray(value)
    ? value.map((item: unknown) => printValue(item, notation, depth + 1, 1))
    : Object.entries(value).map(([each, item]) => {
        const name = `${notation.name(each)}${notation.assign}`;
        return `${name}${printValue(item, notation, depth + 1, name.length + 1)}`;
      });
  if (items.length === 0) return `${open}${close}`.replaceAll(' ', '');
  const line = `${open}${items.join(', ')}${close}`;
  if (!line.includes('\n') && line.length + depth * notation.indent + used <= maxLine) return line;
  const margin = ' '.repeat(notation.indent * (depth + 1));
  const lines = items.map((item) => `${margin}${item}`).join(',\n');
  return `${open.trim()}\n${lines}${notation.end}\n${' '.repeat(notation.indent * depth)}${close.trim()}`;
};

const indented = (text: string, spaces: number): string => text.replace(/^/gm, ' '.repeat(spaces));
