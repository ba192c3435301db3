import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { mostPopulousPlaces } from '../../sample-network/places.ts';

/** Where people live, and how many: addresses of a locality, or people of a town. */
export interface Locality {
  readonly lat: number;
  readonly lon: number;
  readonly weight: number;
}

/** Localities, and where they are from. */
export interface Localities {
  readonly source: string;
  readonly all: readonly Locality[];
}

/** Used if no file is named, and this one exists beside the project. */
const usualLocalitiesFile = '../shared/data/localities-au.csv';

const numberFrom = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const row = z
  .tuple([z.string(), z.string(), z.string(), numberFrom(0, 1e9), numberFrom(-90, 90), numberFrom(-180, 180)])
  .transform(([, , , weight, lat, lon]) => ({ lat, lon, weight }));

const heading = 'locality,state,postcode,count,latitude,longitude';

const columns = heading.split(',');

const localityOfLine = (line: string, index: number): Locality => {
  const { data, error } = row.safeParse(line.split(','));
  if (data) return data;
  const [issue] = error.issues;
  const column = columns[Number(issue?.path[0])];
  // The first line is the heading.
  throw new Error(`Line ${index + 2} of the localities: ${column ? `${column}: ` : ''}${issue?.message}.`);
};

/** Reads CSV without quotes, with the columns that `heading` names. Throws Error if a line has others. */
export const localitiesOfCsv = (text: string): Locality[] => {
  const [first, ...lines] = text.trimEnd().split(/\r?\n/);
  if (first !== heading) throw new Error(`The first line of the localities must be ${heading}.`);
  return lines.map(localityOfLine);
};

/** Reads this file; by default the usual one, or if it does not exist the towns of the sample network. */
export const readLocalities = (file?: string): Localities => {
  const path = resolve(file ?? usualLocalitiesFile);
  if (file !== undefined || existsSync(path)) {
    return {
      source: path.split('/').at(-1) ?? path,
      all: localitiesOfCsv(readFileSync(path, 'utf8')),
    };
  }
  const towns = mostPopulousPlaces(1_100);
  return {
    source: 'the towns of the sample network',
    all: towns.map(({ lat, lon, population }) => ({ lat, lon, weight: population })),
  };
};
