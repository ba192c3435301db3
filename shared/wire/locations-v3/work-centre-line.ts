import * as z from 'zod/mini';
import { type Location, servicesInOrder } from '../../domain/location/location.ts';
import { toBareWorkCentre } from './bare-work-centre.ts';

/** JSON of a work centre, cut where it varies between answers, and the data for the variable parts. */
export interface WorkCentreParts {
  /** JSON up to the first capability. */
  readonly head: string;
  /** JSON after the last capability up to the distance. */
  readonly middle: string;
  /** JSON after the distance. */
  readonly tail: string;
  /** IANA name of the time zone. */
  readonly timeZone: string;
  /** Hour entries of the location as JSON. */
  readonly hours: string;
  /** Codes of the offered services, in order. */
  readonly services: readonly number[];
  /** Hour entries as JSON of services with their own, by position among the services. */
  readonly ownHours: ReadonlyMap<number, string>;
}

const capabilitiesBegin = '"operational_capabilities":[';
const distanceBegins = '"distance":';

/** Cuts a location's work centre into parts; makes the work centre if it is not given. */
export const workCentreParts = (location: Location, bare = toBareWorkCentre(location)): WorkCentreParts => {
  const text = JSON.stringify(bare);
  // Values cannot contain these names, as their quotation marks are escaped.
  const capabilitiesAt = text.indexOf(capabilitiesBegin) + capabilitiesBegin.length;
  const services = servicesInOrder(location);
  const distanceAt = text.indexOf(distanceBegins, capabilitiesAt) + distanceBegins.length;
  return {
    head: text.slice(0, capabilitiesAt),
    middle: text.slice(capabilitiesAt, distanceAt),
    tail: text.slice(distanceAt + '0'.length),
    timeZone: location.timeZone,
    hours: JSON.stringify(location.hours),
    services: services.map(({ code }) => code),
    ownHours: new Map(
      services.flatMap(({ hours }, place): [number, string][] =>
        hours?.length ? [[place, JSON.stringify(hours)]] : [],
      ),
    ),
  };
};

/** Separator of the parts: JSON has tabs only as white space, and this JSON has none. */
const separator = '\t';

/** Joins parts into one line. */
export const lineOfParts = (parts: WorkCentreParts): string => {
  const { head, middle, tail, timeZone, hours, services, ownHours } = parts;
  const numbered = JSON.stringify([...ownHours]);
  return [head, middle, tail, hours, JSON.stringify(services), numbered, JSON.stringify(timeZone)].join(
    separator,
  );
};

/** Builds the line of a location, made once for all answers that show it. */
export const workCentreLine = (location: Location): string => lineOfParts(workCentreParts(location));

/** A line, cut into the texts of the work centre and the data of its capabilities. */
interface CutLine extends Pick<WorkCentreParts, 'head' | 'middle' | 'tail'> {
  /** Data of the capabilities; equal texts mean equal capabilities and hours. */
  readonly offered: string;
}

/** Cuts a line of lineOfParts without parsing what is offered, as many locations offer the same. */
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
/** Checked as text, as checking each number would weigh on the hot path. */
const services = z.pipe(
  text.check(z.regex(/^\[(?:-?\d+(?:,-?\d+)*)?\]$/)),
  z.transform((numbers): readonly number[] => JSON.parse(numbers)),
);
const ownHours = z.array(z.tuple([z.int(), text]));
const noOwnHours: ReadonlyMap<number, string> = new Map();

/** Parses a line of workCentreLine. Hours stay text until they are needed. Throws if the line has another shape. */
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
