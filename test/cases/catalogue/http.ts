import { both, type CaseRow, stackAlone } from '../case-row.ts';

const gatewayAnswers = 'the gateway answers, and asks no function';
const notInEvents = 'what a function is given says nothing of it';

/** E: HTTP. */
export const httpCases: readonly CaseRow[] = [
  both('E01', 'methods that a path does not take'),
  both('E02', 'POST with a body where only GET is'),
  both('E03', 'HEAD'),
  stackAlone('E04', 'a browser asks before it calls', gatewayAnswers),
  both('E05', 'every answer may be read by browsers of any origin'),
  both('E06', 'odd origins are never given back'),
  both('E07', 'unknown paths'),
  stackAlone(
    'E08',
    'paths with dots, slashes and other letters',
    'which function is asked, the gateway decides',
  ),
  stackAlone('E09', 'paths that name a host', notInEvents),
  stackAlone('E10', 'paths without their base', gatewayAnswers),
  both('E11', 'hosts and what proxies say of them'),
  both('E12', 'headers that ask for another method or path'),
  stackAlone('E13', 'requests of two lengths, folded headers', notInEvents),
  both('E14', 'long URLs, very many headers'),
  both('E15', 'what the client accepts'),
  both('E16', 'GET with a body'),
  stackAlone('E17', 'headers that never end', notInEvents),
  stackAlone('E18', 'other protocols, expectations, garbage', notInEvents),
  both('E19', 'headers of every answer'),
  both('E20', 'patterns take no time'),
  stackAlone('E21', 'clients that leave in the middle of a large answer', notInEvents),
];
