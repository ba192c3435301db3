import type * as z from 'zod';
import type { RequestSchema } from '../../../shared/http/request.ts';
import type { Route } from '../../routes/route.ts';
import type { ErrorStatus, HeaderName, ServiceErrors } from './error-answers.ts';

/** What is said of a parameter or field, beside what its schema says. */
export interface Words {
  readonly description: string;
  readonly example?: string | number | null | readonly string[];
}

/** A body as it may be seen, with what it shows. */
export interface Example<T = unknown> {
  readonly summary: string;
  readonly value: T;
}

/** An answer that is no error of the contract. */
export interface Answer {
  readonly description: string;
  readonly headers: readonly HeaderName[];
  /** Of the JSON body; an answer without has none. */
  readonly schema?: z.core.$ZodType;
  readonly examples?: Readonly<Record<string, Example>>;
}

/** An answer with a JSON body, whose examples are of the body's type. */
export const jsonAnswer = <S extends z.core.$ZodType>(
  schema: S,
  answer: Omit<Answer, 'schema'> & { readonly examples: Readonly<Record<string, Example<z.input<S>>>> },
): Answer => ({ ...answer, schema });

type WordsByName = Readonly<Record<string, Words>>;
type WordsOf<T> = { readonly [K in keyof T & string]-?: Words };
type Whole<T> = T extends z.core.$ZodType ? z.output<T> : Record<never, never>;
type Fields<T> = T extends object ? T : Record<never, never>;

interface Body<Fields, Value> {
  /** Of its schema, as the specification has it. */
  readonly name: string;
  readonly description: string;
  readonly fields: Fields;
  readonly examples: Readonly<Record<string, Example<Value>>>;
}

/** Words for each parameter that the request's schema has, and for no other. */
interface WordsOfRequest<S extends RequestSchema> {
  readonly path: WordsOf<Fields<S['path']>>;
  readonly query: WordsOf<Whole<S['query']>>;
  readonly headers: WordsOf<Fields<S['headers']>>;
}

type BodyOfRequest<S extends RequestSchema> = S extends { readonly body: infer B extends z.core.$ZodType }
  ? { readonly body: Body<WordsOf<z.output<B>>, z.input<B>> }
  : { readonly body?: never };

type Present<T> = { readonly [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K];
};

interface Said {
  readonly summary: string;
  readonly description: string;
  /** `Endpoints` unless given. */
  readonly tag?: string;
  readonly answers: Readonly<Partial<Record<200 | 302 | 503, Answer>>>;
  /** Statuses of the errors that it can answer with. */
  readonly errors: readonly ErrorStatus[];
}

/** All there is to say of an operation but where it is reached, which the route table says. */
export interface OperationDescription extends Said {
  readonly request: RequestSchema;
  readonly path?: WordsByName;
  readonly query?: WordsByName;
  readonly headers?: WordsByName;
  readonly body?: Body<WordsByName, unknown>;
}

/** The description of an operation that reads requests by this schema. */
export const describeOperation = <S extends RequestSchema>(
  request: S,
  said: Said & Present<WordsOfRequest<S>> & BodyOfRequest<S>,
): OperationDescription => ({ request, ...said });

/** All that a service's document says and the route table does not. */
export interface ServiceDescription {
  readonly title: string;
  /** Of the interface, as its specification has it. */
  readonly version: string;
  readonly description: string;
  /** Descriptions by name. */
  readonly tags: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /** By operation id. */
  readonly operations: Readonly<Record<string, OperationDescription>>;
  readonly errors: ServiceErrors;
}
