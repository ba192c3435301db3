import type { RestApi } from '../template/rest-api.ts';

/** Receives an entry: a line of JSON, without its end. */
export type Log = (line: string) => void;

/** The `$context` variables of a request that are known so far, by name without the prefix: `authorizer.keyId`. */
export type ContextVariables = Map<string, string | number>;

/** What this gateway adds to an entry, because nothing else reports it on one machine. */
interface Remarks {
  /** Why the gateway refused the request. */
  readonly reason: string | undefined;
  /** The answer was cut off, by the client or by a body that failed. */
  readonly isBroken: boolean;
}

/** Fills in the `$context` variables of a template. */
export const renderContext = (template: string, context: ContextVariables, missing: string): string =>
  template.replace(contextVariable, (_, name: string) => String(context.get(name) ?? missing));

const contextVariable = /\$context\.(\w+(?:\.\w+)*)/g;

/** Writes entries of the access log in the template's format. A variable that is not known is written `-`. */
export const accessLog = ({ accessLogFormat = {} }: RestApi, log: Log | undefined) => {
  const members = Object.entries(accessLogFormat);
  return (context: ContextVariables, { reason, isBroken }: Remarks): void => {
    if (log === undefined) return;
    const entry = Object.fromEntries(
      members.map(([name, template]) => [name, renderContext(template, context, '-')]),
    );
    log(JSON.stringify({ ...entry, reason, ...(isBroken && { broken: true }) }));
  };
};
