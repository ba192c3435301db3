import type { RestApi } from '../template/rest-api.ts';
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

const inQuotes = (text: string): string => (plain.test(text) ? text : JSON.stringify(text).slice(1, -1));

/** The name of the only variable of a template that is nothing else. */
const onlyVariable = /^\$context\.(\w+(?:\.\w+)*)$/;

/** A value as it stands within the quotes of an entry, or the same for all requests. */
type Value = string | ((known: KnownOfRequest) => string);

/** Nearly every value is one variable, and many are numbers. */
const valueBy = (template: string): Value => {
  const [, variable] = onlyVariable.exec(template) ?? [];
  if (variable === undefined) {
    const render = contextTemplate(template, notKnown, variableOfRequest);
    return (known) => inQuotes(render(known));
  }
  const read = variableOfRequest(variable);
  if (read === undefined) return notKnown;
  return (known) => {
    const value = read(known) ?? notKnown;
    return typeof value === 'number' ? String(value) : inQuotes(value);
  };
};

/** Values, each with the text before it, and the text behind the last: all that is between two is one text. */
const partsOf = (format: Readonly<Record<string, string>>) => {
  const parts: { readonly before: string; readonly value: (known: KnownOfRequest) => string }[] = [];
  let text = '';
  for (const [name, template] of Object.entries(format)) {
    text += `${text === '' && parts.length === 0 ? '' : ','}${JSON.stringify(name)}:"`;
    const value = valueBy(template);
    if (typeof value === 'string') text += value;
    else {
      parts.push({ before: text, value });
      text = '';
    }
    text += '"';
  }
  return { parts, end: text };
};

/**
 * Makes the entries of the access log by the template's format, each a line of JSON. What is not known of a request
 * is written `-`.
 */
export const accessLog = ({ accessLogFormat = {} }: RestApi) => {
  const { parts, end } = partsOf(accessLogFormat);
  return (known: KnownOfRequest, { reason, isBroken }: Remarks): string => {
    let inside = '';
    for (const { before, value } of parts) inside += before + value(known);
    inside += end;
    if (reason !== undefined) inside += `,"reason":${JSON.stringify(reason)}`;
    if (isBroken) inside += ',"broken":true';
    return `{${inside.startsWith(',') ? inside.slice(1) : inside}}`;
  };
};
