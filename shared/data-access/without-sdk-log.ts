/** Client of the SDK, as far as its middleware goes. */
interface Client {
  readonly middlewareStack: { remove(name: string): boolean };
}

/**
 * Takes the SDK's log out of a client. It redacts every request and answer before it asks whether anybody logs them,
 * which takes longer than to parse a page of rows. Throws if the SDK has it under another name.
 */
export const withoutSdkLog = <T extends Client>(client: T): T => {
  if (!client.middlewareStack.remove('loggerMiddleware')) throw new Error('the SDK has no loggerMiddleware');
  return client;
};
