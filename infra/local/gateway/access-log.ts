import type { RestApi } from '../template/deployed-api.ts';
import { contextTemplate } from './context-template.ts';
import { type KnownOfRequest, variableOfRequest } from './known-of-request.ts';

/** Takes an entry: a line of JSON, without its end. */
export type Log = (line: string) => void;

/** What this gateway adds to an entry of its own accord, as nobody else tells it on this machine. */
export interface Remarks {
  /** Why it refused the request. */
  readonly reason?: string | undefined;
  /** The answer was cut off: by the client, or by a body that failed. */
  readonly isBroken: boolean;
}

const notKnown = '-';

/** Texts that are the same within the quotes of JSON. */
const plain = /^[ !#-[\]-~]*$/;

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** The name of the only variable of a template that is nothing else. */
const onlyVariable = /^\$context\.(\w+(?:\.\w+)*)$/;

type Write = (known: KnownOfRequest) => string;

/** Writes one member of an entry, name and value. Nearly every value is one variable, and many are numbers. */
const memberWriter = ([name, template]: readonly [string, string]): Write => {
  const start = `${JSON.stringify(name)}:`;
  const [, variable] = onlyVariable.exec(template) ?? [];
  if (variable === undefined) {
    const render = contextTemplate(template, notKnown, variableOfRequest);
    return (known) => start + quoted(render(known));
  }
  const ofNothing = start + quoted(notKnown);
  const read = variableOfRequest(variable);
  if (read === undefined) return () => ofNothing;
  return (known) => {
    const value = read(known);
    if (value === undefined) return ofNothing;
    return typeof value === 'number' ? `${start}"${value}"` : start + quoted(value);
  };
};

/**
 * Makes the entries of the access log by the template's format, each a line of JSON. What is not known of a request
 * is written `-`.
 */
export const accessLog = ({ accessLogFormat = {} }: RestApi) => {
  const members = Object.entries(accessLogFormat).map(memberWriter);
  return (known: KnownOfRequest, { reason, isBroken }: Remarks): string => {
    let inside = '';
    for (const write of members) inside += inside === '' ? write(known) : `,${write(known)}`;
    if (reason !== undefined) inside += `,"reason":${JSON.stringify(reason)}`;
    if (isBroken) inside += ',"broken":true';
    return `{${inside.startsWith(',') ? inside.slice(1) : inside}}`;
  };
};
