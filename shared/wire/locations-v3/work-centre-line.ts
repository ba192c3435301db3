import * as z from 'zod';
import type { Location } from '../../domain/location/location.ts';
import { toBareWorkCentre } from './bare-work-centre.ts';

/** A work centre as JSON, cut where that changes from answer to answer, and what the cut-out parts follow from. */
export interface WorkCentreParts {
  /** Up to the first capability. */
  readonly head: string;
  /** From behind the last capability up to the distance. */
  readonly middle: string;
  /** From behind the distance. */
  readonly tail: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The location's hour entries as JSON. */
  readonly hours: string;
  /** Codes of the services that it offers, in their order. */
  readonly services: readonly number[];
  /** Hour entries as JSON of those services that have their own, by their place among the services. */
  readonly ownHours: ReadonlyMap<number, string>;
}

const capabilitiesBegin = '"operational_capabilities":[';
const distanceBegins = '"distance":';

/** The parts of a location's work centre, which is made where it is not given. */
export const workCentreParts = (location: Location, bare = toBareWorkCentre(location)): WorkCentreParts => {
  const text = JSON.stringify(bare);
  // No text of the source can look like these names: its quotation marks are escaped.
  const capabilitiesAt = text.indexOf(capabilitiesBegin) + capabilitiesBegin.length;
  const distanceAt = text.indexOf(distanceBegins, capabilitiesAt) + distanceBegins.length;
  return {
    head: text.slice(0, capabilitiesAt),
    middle: text.slice(capabilitiesAt, distanceAt),
    tail: text.slice(distanceAt + '0'.length),
    timeZone: location.timeZone,
    hours: JSON.stringify(location.hours),
    services: location.services.map(({ code }) => code),
    ownHours: new Map(
      location.services.flatMap(({ hours }, place): [number, string][] =>
        hours?.length ? [[place, JSON.stringify(hours)]] : [],
      ),
    ),
  };
};

/** JSON has no tabs but in its white space, of which there is none here. */
const separator = '\t';

/** The parts as one line. */
export const lineOfParts = (parts: WorkCentreParts): string => {
  const { head, middle, tail, timeZone, hours, services, ownHours } = parts;
  const numbered = JSON.stringify([...ownHours]);
  return [head, middle, tail, hours, JSON.stringify(services), numbered, JSON.stringify(timeZone)].join(
    separator,
  );
};

/** The parts of a location as one line, made once for all the answers that show it. */
export const workCentreLine = (location: Location): string => lineOfParts(workCentreParts(location));

/** What a line says of the work centre, and what its capabilities follow from. */
interface CutLine extends Pick<WorkCentreParts, 'head' | 'middle' | 'tail'> {
  /** The same text stands for the same capabilities, hours included. */
  readonly offered: string;
}

/** Cuts what lineOfParts wrote, without a look at what is offered: many locations offer the same. */
export const cutLine = (line: string): CutLine => {
  const middleAt = line.indexOf(separator) + 1;
  const tailAt = line.indexOf(separator, middleAt) + 1;
  const offeredAt = line.indexOf(separator, tailAt) + 1;
  return {
    head: line.slice(0, middleAt - 1),
    middle: line.slice(middleAt, tailAt - 1),
    tail: line.slice(tailAt, offeredAt - 1),
    offered: line.slice(offeredAt),
  };
};

const text = z.string();
const line = z.tuple([text, text, text, text, text, text, text]);
/** Told by their text: to look at each of the numbers would take longer than everything else. */
const services = text
  .regex(/^\[(?:-?\d+(?:,-?\d+)*)?\]$/)
  .transform((numbers): readonly number[] => JSON.parse(numbers));
const ownHours = z.array(z.tuple([z.int(), text]));
const noOwnHours: ReadonlyMap<number, string> = new Map();

/**
 * Reads what workCentreLine wrote. Hours stay the text that they are until somebody reckons with them. Throws where
 * the line has another shape.
 */
export const readWorkCentreLine = (from: string): WorkCentreParts => {
  const [head, middle, tail, hours, codes, numbered, timeZone] = line.parse(from.split(separator));
  return {
    head,
    middle,
    tail,
    timeZone: text.parse(JSON.parse(timeZone)),
    hours,
    services: services.parse(codes),
    ownHours: numbered === '[]' ? noOwnHours : new Map(ownHours.parse(JSON.parse(numbered))),
  };
};
