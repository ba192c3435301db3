import * as z from 'zod/mini';

/** Description of a key for the person who holds it. */
export interface KeyDescription {
  /** Name of the client that the key was issued to. Absent for browser keys, which anybody can read in a page. */
  readonly client?: string | undefined;
  /** Name of the usage plan. */
  readonly plan: string;
  readonly scopes: readonly string[];
  readonly sandbox: boolean;
}

const members = z.object({
  client: z.optional(z.string()),
  plan: z.string(),
  scopes: z.string(),
  sandbox: z.optional(z.literal('true')),
});

/** Formats a description as form data, because a header may contain only ASCII and a client's name may be any text. */
export const formatKeyDescription = ({ client, plan, scopes, sandbox }: KeyDescription): string =>
  new URLSearchParams({
    ...(client !== undefined && { client }),
    plan,
    scopes: scopes.join(','),
    ...(sandbox && { sandbox: 'true' }),
  }).toString();

/** Parses the text of a description; undefined if the text is invalid. */
export const parseKeyDescription = (text: string): KeyDescription | undefined => {
  const { data } = members.safeParse(Object.fromEntries(new URLSearchParams(text)));
  return data && { ...data, scopes: data.scopes.split(','), sandbox: data.sandbox === 'true' };
};
