import { expect } from 'vitest';
import type * as z from 'zod';
import type { ApiTarget, TargetResponse } from '../support/targets/api-target.ts';

interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly source?: { readonly parameter: string } | undefined;
}

export interface ServiceUnderTest {
  readonly target: () => ApiTarget;
  /** Base path, such as `/locations/v2`. */
  readonly base: string;
  readonly errorResponse: z.ZodType<{ readonly errors: readonly Failure[] }>;
}

const expectCommonHeaders = ({ headers }: TargetResponse) => {
  expect(headers['content-type']).toMatch(/^application\/json/);
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['x-content-type-options']).toBe('nosniff');
};

/** Sends requests to a service, and checks responses against the contract: status, headers and exact body schema. */
export const serviceClient = ({ target, base, errorResponse }: ServiceUnderTest) => {
  const send = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    target().send({ path: `${base}${path}`, headers });

  const failuresOf = (response: TargetResponse): readonly Failure[] => {
    expectCommonHeaders(response);
    return errorResponse.parse(JSON.parse(response.body)).errors;
  };

  /** Returns the parameters that a 400 names: in `source` or, if the service has none, at the start of `detail`. */
  const parametersOf = (failures: readonly Failure[]) =>
    new Set(failures.map(({ source, detail }) => source?.parameter ?? detail.replace(/: .*$/s, '')));

  return {
    send,

    async get<T>(path: string, schema: z.ZodType<T>, headers?: Readonly<Record<string, string>>): Promise<T> {
      const response = await send(path, headers);
      expect(response.status, `${path} returned ${response.body.slice(0, 300)}`).toBe(200);
      expectCommonHeaders(response);
      return schema.parse(JSON.parse(response.body));
    },

    /** Expects a 400 that names exactly these parameters. */
    async expectViolation(path: string, ...parameters: readonly string[]): Promise<void> {
      const response = await send(path);
      expect(response.status, `${path} returned ${response.body.slice(0, 300)}`).toBe(400);
      const failures = failuresOf(response);
      expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['CONSTRAINT_VIOLATION']));
      expect(parametersOf(failures), path).toEqual(new Set(parameters));
    },

    /** Expects a 400 with exactly these details. */
    async expectDetails(path: string, details: readonly string[]): Promise<void> {
      const response = await send(path);
      expect(response.status, path).toBe(400);
      expect(
        failuresOf(response).map(({ detail }) => detail),
        path,
      ).toEqual(details);
    },

    async expectNotFound(path: string): Promise<void> {
      const response = await send(path);
      expect(response.status, path).toBe(404);
      expect(failuresOf(response).map(({ code }) => code)).toEqual(['METHOD_NOT_FOUND']);
    },

    failuresOf,
  };
};
export type ServiceClient = ReturnType<typeof serviceClient>;
