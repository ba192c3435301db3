/** A parameter as a document shows it: of an array, what holds for each value. */
export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'array of string';
  readonly required: boolean;
  /** Whether the description says that the text is a list. */
  readonly isList?: true;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly values?: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  /** Below the base path. */
  readonly path: string;
  readonly tag: string;
  /** Whether it answers without a key. */
  readonly open?: boolean;
  readonly parameters: readonly Parameter[];
  /** Those that the specification declares. */
  readonly statuses: readonly number[];
  /** Those beside it. */
  readonly added: readonly number[];
  /** Schema of the body of a request, and of a 200. */
  readonly takes?: string;
  readonly answers?: string;
}

/** Fields by name: the type, and whether it must be there; undefined where the specification does not say. */
type Fields = Readonly<Record<string, readonly [type: string, required?: boolean]>>;

/** A specification as data. */
export interface Specification {
  readonly version: string;
  readonly basePath: string;
  readonly operations: readonly Operation[];
  /** By name; `Record/member` for an object that has no name of its own. */
  readonly records: Readonly<Record<string, Fields>>;
}

/** No literal text of a filter is longer than the longest identifier: a limit beside the specifications. */
const longestText = { maxLength: 120 } as const;

export const inQuery = { in: 'query', required: false } as const;
export const inPath = { in: 'path', required: true } as const;

export const textParameter = (name: string): Parameter => ({
  ...inQuery,
  name,
  type: 'string',
  ...longestText,
});

/** One text, as the specifications type it, with commas between the values. */
export const commaList = (name: string, value?: string): Parameter => ({
  ...inQuery,
  name,
  type: 'string',
  isList: true,
  ...(value !== undefined && { pattern: `^[ \\t]*${value}[ \\t]*(,[ \\t]*${value}[ \\t]*)*$` }),
});

export const repeatedList = (name: string): Parameter => ({
  ...inQuery,
  name,
  type: 'array of string',
  ...longestText,
});

/** With a sandbox key, which no specification knows. */
export const simulate: Parameter = {
  in: 'header',
  name: 'waypost-simulate',
  type: 'string',
  required: false,
  values: ['429', '503'],
};

export const pointTypes = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;
export const onePointType = '(PO|UPL|R_SPB|C_SPB|OS|DC)';
