/** A parameter as a document describes it. For an array, the constraints apply to each value. */
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
  /** Path relative to the base path. */
  readonly path: string;
  readonly tag: string;
  /** Whether the operation needs no key. */
  readonly open?: boolean;
  readonly parameters: readonly Parameter[];
  /** Statuses that the specification declares. */
  readonly statuses: readonly number[];
  /** Statuses that are additions to the specification. */
  readonly added: readonly number[];
  /** Name of the request body's schema. `answers` names the schema of a 200 response. */
  readonly takes?: string;
  readonly answers?: string;
}

/** Names of fields by type, separated by commas. Optional fields end with `?`. */
export type Fields = Readonly<Record<string, string>>;

export interface Specification {
  readonly version: string;
  readonly basePath: string;
  readonly operations: readonly Operation[];
  /** Whether the specification does not say which fields are required. */
  readonly requiredIsUnknown?: true;
  /** Fields of objects by name, or by `Record/member` for an object that has no name. */
  readonly records: Readonly<Record<string, Fields>>;
}

/** Text in filters is limited to the length of an identifier, which is an addition to the specifications. */
const longestText = { maxLength: 120 } as const;

export const inQuery = { in: 'query', required: false } as const;
export const inPath = { in: 'path', required: true } as const;

export const textParameter = (name: string): Parameter => ({
  ...inQuery,
  name,
  type: 'string',
  ...longestText,
});

export const integer = (
  parameter: Pick<Parameter, 'in' | 'name' | 'required' | 'default'>,
  maximum: number,
): Parameter => ({ ...parameter, type: 'integer', minimum: 0, maximum });

export const degrees = (place: typeof inPath | typeof inQuery, name: string, most: number): Parameter => ({
  ...place,
  ...{ name, type: 'number', format: 'double', minimum: -most, maximum: most },
});

/** Returns a string parameter for comma-separated values, typed as in the specifications. */
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

/** Parameter that only sandbox keys may use. The specifications do not contain it. */
export const simulate: Parameter = {
  in: 'header',
  name: 'waypost-simulate',
  type: 'string',
  required: false,
  values: ['429', '503'],
};

export const pointTypes = ['PO', 'UPL', 'R_SPB', 'C_SPB', 'OS', 'DC'] as const;
export const onePointType = '(PO|UPL|R_SPB|C_SPB|OS|DC)';
