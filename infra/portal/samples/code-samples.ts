import { type ApiCall, type CallParameter, valuesOf } from './api-call.ts';

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
 * Returns the code that sends a call. Undefined if the language cannot express it: the typed client sends only requests
 * of its operations, always with a key.
 */
export const sampleCode = (
  language: SampleLanguage,
  call: ApiCall,
  { api = '$API', printsHead = false, isBrowserKey = false }: SampleOptions = {},
): string | undefined =>
  templates[language]({
    ...call,
    api,
    url: `${api}${call.path}`,
    headers: Object.entries(call.headers),
    data: parsedJson(call.body),
    printsHead: printsHead || isRedirected(call) || 'if-none-match' in call.headers,
    isRedirected: isRedirected(call),
    isBrowserKey,
    call,
  });

interface Sample extends Omit<ApiCall, 'headers'> {
  readonly api: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Value of the body; undefined if there is none or it is not JSON. */
  readonly data: unknown;
  readonly printsHead: boolean;
  readonly isRedirected: boolean;
  readonly isBrowserKey: boolean;
  readonly call: ApiCall;
}

const isRedirected = (call: ApiCall): boolean =>
  (call.operation?.redirects ?? false) &&
  !valuesOf(call).query.some(([name, value]) => name === 'redirect' && value === 'false');

const parsedJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

const curl = ({ method, url, headers, body, data, hasKey, printsHead }: Sample): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const usual = body === undefined ? 'GET' : 'POST';
  const parts = [
    `curl ${printsHead ? '-i ' : ''}${method === usual ? '' : method === 'HEAD' ? '-I ' : `-X ${method} `}"${url}"`,
    ...(hasKey ? ['-H "AUTH-KEY: $AUTH_KEY"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(data === undefined ? body : printValue(data, json))}`]),
  ];
  return parts.join(' \\\n  ');
};

const services = {
  'bill-management': 'billManagement',
  'locations-v2': 'locationsV2',
  'locations-v3': 'locationsV3',
} as const;

const typescript = (sample: Sample): string | undefined => {
  const { api, operation, call, hasKey, data, printsHead, isBrowserKey } = sample;
  if (!operation || !hasKey) return undefined;
  const key = isBrowserKey ? quoteSingle(browserKeyText) : "process.env.AUTH_KEY ?? ''";
  const { path, query } = valuesOf(call);
  const declared = new Set(operation.parameters.flatMap((each) => (each.in === 'header' ? [each.name] : [])));
  const [own, others] = partition(
    headersInCode(sample).filter(([name]) => name !== 'content-type'),
    ([name]) => declared.has(name),
  );
  const values = {
    path: typedValues(operation.parameters, 'path', Object.entries(path)),
    query: typedValues(operation.parameters, 'query', query),
    header: typedValues(operation.parameters, 'header', own),
  };
  const params: Record<string, object> = {};
  for (const [place, typed] of Object.entries(values)) {
    if (typed === undefined) return undefined;
    if (Object.keys(typed).length > 0) params[place] = typed;
  }
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(others.length > 0 && { headers: Object.fromEntries(others) }),
    ...(data !== undefined && { body: data }),
  };
  const given =
    Object.keys(options).length > 0
      ? `, ${printValue(options, javascriptValue, 0, operation.path.length + 45)}`
      : '';
  return `import { ${printsHead ? '' : 'bodyOf, '}createWaypostClient } from '@waypost/client';

const client = createWaypostClient({ baseUrl: '${api}', key: ${key} });
const result = await client.${services[operation.service]}.${operation.method}('${operation.path}'${given});
${printsHead ? 'console.log(result.response.status, result.response.headers);' : 'console.log(bodyOf(result));'}
`;
};

/** Converts the text of parameters to their types; undefined if one does not fit. */
const typedValues = (
  parameters: readonly CallParameter[],
  place: CallParameter['in'],
  pairs: readonly (readonly [string, string])[],
): Record<string, unknown> | undefined => {
  const ofPlace = parameters.filter((each) => each.in === place);
  const given = Map.groupBy(pairs, ([name]) => name);
  if (ofPlace.some(({ name, required }) => required && !given.has(name))) return undefined;
  const values: Record<string, unknown> = {};
  for (const [name, repeated] of given) {
    const parameter = ofPlace.find((each) => each.name === name);
    const [first = '', ...others] = repeated.map(([, value]) => value);
    const isList = parameter?.type === 'array';
    if (!parameter || (others.length > 0 && !isList)) return undefined;
    if (parameter.values && !parameter.values.includes(first)) return undefined;
    values[name] = isList ? [first, ...others] : parameter.type === 'string' ? first : parsedJson(first);
    if (parameter.type === 'number' && typeof values[name] !== 'number') return undefined;
  }
  return values;
};

/** Headers that a script sets: a page's browser sends `Origin` by itself. */
const headersInCode = ({ headers, isBrowserKey }: Sample): Sample['headers'] =>
  isBrowserKey ? headers.filter(([name]) => name !== 'origin') : headers;

const javascript = (sample: Sample): string => {
  const { method, url, body, data, hasKey, printsHead, isRedirected, isBrowserKey } = sample;
  const headers = {
    ...(hasKey && { 'AUTH-KEY': isBrowserKey ? browserKeyText : code('process.env.AUTH_KEY') }),
    ...Object.fromEntries(headersInCode(sample)),
  };
  const options = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(isRedirected && { redirect: 'manual' }),
    ...(body !== undefined && {
      body: code(
        data === undefined ? quoteSingle(body) : `JSON.stringify(${printValue(data, javascriptValue, 1)})`,
      ),
    }),
  };
  const given =
    Object.keys(options).length > 0 ? `, ${printValue(options, javascriptValue, 0, url.length + 30)}` : '';
  return `const response = await fetch('${url}'${given});
console.log(response.status, ${printsHead ? 'response.headers' : 'await response.json()'});
`;
};

const python = (sample: Sample): string => {
  const { method, url, headers, body, data, hasKey, printsHead, isRedirected } = sample;
  const values = {
    ...(hasKey && { 'AUTH-KEY': code('os.environ["AUTH_KEY"]') }),
    ...Object.fromEntries(headers),
  };
  const payload =
    data === undefined ? JSON.stringify(body) : `json.dumps(${printValue(data, pythonValue, 1)})`;
  const options = [
    `"${url}"`,
    ...(Object.keys(values).length > 0 ? [`headers=${printValue(values, pythonValue, 1)}`] : []),
    ...(body === undefined ? [] : [`data=${payload}.encode()`]),
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`method="${method}"`]),
  ];
  const imports = [
    ...(body !== undefined && data !== undefined ? ['json'] : []),
    ...(hasKey ? ['os'] : []),
    ...(printsHead ? ['urllib.error'] : []),
    'urllib.request',
  ];
  const opening = isRedirected
    ? 'urllib.request.build_opener(KeepRedirect).open(request)'
    : 'urllib.request.urlopen(request)';
  const keepRedirect = `

class KeepRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args):
        return None

`;
  return `${imports.map((name) => `import ${name}\n`).join('')}${isRedirected ? keepRedirect : ''}
request = urllib.request.Request(
${options.map((option) => `    ${option},\n`).join('')})
${
  printsHead
    ? `try:
    response = ${opening}
except urllib.error.HTTPError as error:
    response = error
print(response.status, response.headers)`
    : `with ${opening} as response:
    print(response.status, response.read().decode())`
}
`;
};

const php = ({ method, url, headers, body, data, hasKey, printsHead }: Sample): string => {
  const lines = [
    ...(hasKey ? [code(`'AUTH-KEY: ' . getenv('AUTH_KEY')`)] : []),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${method}'`]),
    ...(method === 'HEAD' ? ['CURLOPT_NOBODY => true'] : []),
    ...(lines.length > 0 ? [`CURLOPT_HTTPHEADER => ${printValue(lines, phpValue, 1)}`] : []),
    ...(body === undefined
      ? []
      : [
          `CURLOPT_POSTFIELDS => ${data === undefined ? quoteSingle(body) : `json_encode(${printValue(data, phpValue, 1)})`}`,
        ]),
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

const java = ({ method, url, headers, body, hasKey, printsHead, data }: Sample): string => {
  const text = body === undefined ? '' : `BodyPublishers.ofString(${javaText(body, data)})`;
  const calls = [
    ...(hasKey ? ['.header("AUTH-KEY", System.getenv("AUTH_KEY"))'] : []),
    ...headers.map(([name, value]) => `.header(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    ...(body !== undefined
      ? [method === 'POST' ? `.POST(${text})` : `.method("${method}", ${text})`]
      : method === 'GET'
        ? []
        : [`.method("${method}", BodyPublishers.noBody())`]),
    '.build();',
  ];
  return `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
${calls.some((each) => each.includes('BodyPublishers')) ? 'import java.net.http.HttpRequest.BodyPublishers;\n' : ''}import java.net.http.HttpResponse.BodyHandlers;

public class Sample {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("${url}"))
${calls.map((each) => `            ${each}\n`).join('')}        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        System.out.println(${printsHead ? 'response.statusCode() + " " + response.headers().map()' : 'response.body()'});
    }
}
`;
};

/** A text block with the JSON, whose backslashes are doubled. */
const javaText = (body: string, data: unknown): string =>
  data === undefined
    ? JSON.stringify(body)
    : `"""\n${indented(printValue(data, json).replaceAll('\\', '\\\\'), 16)}"""`;

const csharp = ({ method, url, headers, body, data, hasKey, printsHead, isRedirected }: Sample): string => {
  const name = `${method[0]}${method.slice(1).toLowerCase()}`;
  const type = headers.find(([each]) => each === 'content-type')?.[1] ?? 'application/json';
  const content =
    data === undefined ? JSON.stringify(body) : `"""\n${indented(printValue(data, json), 4)}\n    """`;
  const lines = [
    ...(body === undefined ? [] : ['using System.Text;', '']),
    isRedirected
      ? 'using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });'
      : 'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, "${url}");`,
    ...(hasKey ? ['request.Headers.Add("AUTH-KEY", Environment.GetEnvironmentVariable("AUTH_KEY"));'] : []),
    ...headers
      .filter(([each]) => each !== 'content-type')
      .map(([each, value]) => `request.Headers.Add(${JSON.stringify(each)}, ${JSON.stringify(value)});`),
    ...(body === undefined
      ? []
      : [`request.Content = new StringContent(${content}, Encoding.UTF8, "${type}");`]),
    'using var response = await client.SendAsync(request);',
    `Console.WriteLine(${printsHead ? 'response' : 'await response.Content.ReadAsStringAsync()'});`,
  ];
  return `${lines.join('\n')}\n`;
};

const go = ({ method, url, headers, body, data, hasKey, printsHead, isRedirected }: Sample): string => {
  const text = data === undefined ? (body ?? '') : printValue(data, json);
  const reader = text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
  const fail = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n';
  const imports = [
    'fmt',
    ...(printsHead ? [] : ['io']),
    'log',
    'net/http',
    ...(hasKey ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const set = (name: string, value: string) => `\trequest.Header.Set("${name}", ${value})\n`;
  return `package main

import (
${imports.map((name) => `\t"${name}"\n`).join('')})

func main() {
${body === undefined ? '' : `\tbody := strings.NewReader(${reader})\n`}\trequest, err := http.NewRequest("${method}", "${url}", ${body === undefined ? 'nil' : 'body'})
${fail}${hasKey ? set('AUTH-KEY', 'os.Getenv("AUTH_KEY")') : ''}${headers.map(([name, value]) => set(name, JSON.stringify(value))).join('')}${isRedirected ? '\t// A transport does not follow redirects.\n' : ''}\tresponse, err := ${isRedirected ? 'http.DefaultTransport.RoundTrip(request)' : 'http.DefaultClient.Do(request)'}
${fail}\tdefer response.Body.Close()
${
  printsHead
    ? '\tfmt.Println(response.Status, response.Header)\n'
    : `\tcontent, err := io.ReadAll(response.Body)\n${fail}\tfmt.Println(string(content))\n`
}}
`;
};

const templates: Readonly<Record<SampleLanguage, (sample: Sample) => string | undefined>> = {
  curl,
  typescript,
  javascript,
  python,
  php,
  java,
  csharp,
  go,
};

/** Notation of JSON values in a language. */
interface Notation {
  readonly indent: number;
  readonly object: readonly [open: string, close: string];
  /** Text between name and value. */
  readonly assign: string;
  /** Whether objects have blanks inside their braces. */
  readonly isSpaced: boolean;
  readonly hasTrailingComma: boolean;
  readonly name: (name: string) => string;
  readonly text: (text: string) => string;
  readonly constants: readonly [yes: string, no: string, nothing: string];
}

const quoteSingle = (text: string): string => `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
const quoteDouble = (text: string): string => JSON.stringify(text);
const isIdentifier = (name: string): boolean => /^[a-z_$][\w$]*$/i.test(name);
const constants = ['true', 'false', 'null'] as const;

export const json: Notation = {
  ...{ indent: 2, object: ['{', '}'], assign: ': ', isSpaced: true, hasTrailingComma: false, constants },
  ...{ name: quoteDouble, text: quoteDouble },
};
const javascriptValue: Notation = {
  ...json,
  hasTrailingComma: true,
  name: (name) => (isIdentifier(name) ? name : quoteSingle(name)),
  text: quoteSingle,
};
const pythonValue: Notation = {
  ...json,
  indent: 4,
  isSpaced: false,
  hasTrailingComma: true,
  constants: ['True', 'False', 'None'],
};
const phpValue: Notation = {
  ...json,
  indent: 4,
  object: ['[', ']'],
  assign: ' => ',
  isSpaced: false,
  hasTrailingComma: true,
  name: quoteSingle,
  text: quoteSingle,
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
  if (typeof value !== 'object' || value === null) {
    const index = [true, false, null].indexOf(value as null);
    return notation.constants[index] ?? String(value);
  }
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : notation.object;
  const items = isList
    ? value.map((item: unknown) => printValue(item, notation, depth + 1, 1))
    : Object.entries(value).map(([each, item]) => {
        const name = `${notation.name(each)}${notation.assign}`;
        return `${name}${printValue(item, notation, depth + 1, name.length + 1)}`;
      });
  if (items.length === 0) return `${open}${close}`;
  const padding = isList || !notation.isSpaced ? '' : ' ';
  const line = `${open}${padding}${items.join(', ')}${padding}${close}`;
  if (!line.includes('\n') && line.length + depth * notation.indent + used <= maxLine) return line;
  const margin = ' '.repeat(notation.indent * (depth + 1));
  const end = notation.hasTrailingComma ? ',' : '';
  return `${open}\n${items.map((item) => `${margin}${item}`).join(',\n')}${end}\n${' '.repeat(notation.indent * depth)}${close}`;
};

const indented = (text: string, spaces: number): string => text.replace(/^/gm, ' '.repeat(spaces));

const partition = <Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(test),
  items.filter((item) => !test(item)),
];
