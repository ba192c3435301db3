import type { RestApi } from '../template/deployed-api.ts';
import { type ContextVariables, contextTemplate } from './context-template.ts';

export type Log = (entry: object) => void;

/** What this gateway adds to an entry of its own accord, as nobody else tells it on this machine. */
export interface Remarks {
  /** Why it refused the request. */
  readonly reason?: string | undefined;
  /** The answer was cut off: by the client, or by a body that failed. */
  readonly isBroken: boolean;
}

/** Makes the entries of the access log by the template's format. What is not known of a request is written `-`. */
export const accessLog = ({ accessLogFormat = {} }: RestApi) => {
  const fields = Object.entries(accessLogFormat).map(
    ([name, template]) => [name, contextTemplate(template, '-')] as const,
  );
  return (variables: ContextVariables, { reason, isBroken }: Remarks): object => {
    const entry: Record<string, string | boolean> = {};
    for (const [name, render] of fields) entry[name] = render(variables);
    if (reason !== undefined) entry.reason = reason;
    if (isBroken) entry.broken = true;
    return entry;
  };
};
