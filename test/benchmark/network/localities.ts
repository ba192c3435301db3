import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import * as z from 'zod';
import { mostPopulousPlaces } from '../../sample-network/places.ts';

const heading = 'locality,state,postcode,count,latitude,longitude';

const numberFrom = (min: number, max: number) => z.coerce.number().min(min).max(max);
const locality = z
  .tuple([z.string(), z.string(), z.string(), numberFrom(0, 1e9), numberFrom(-90, 90), numberFrom(-180, 180)])
  .transform(([suburb, state, postcode, weight, lat, lon]) => ({
    suburb,
    state,
    postcode,
    weight,
    lat,
    lon,
  }));

type Named = z.infer<typeof locality>;
/** The name and the postal data are absent if the source lacks them. */
export type Locality = Pick<Named, 'lat' | 'lon' | 'weight'> & Partial<Named>;

export interface Localities {
  readonly source: string;
  readonly all: readonly Locality[];
}

/** Default file, which is outside the project and may be absent. */
const defaultFile = '../shared/data/localities-au.csv';

/** Parses CSV without quotes and with the columns in `heading`. Throws an Error that quotes the first invalid line. */
export const localitiesOfCsv = (text: string): Locality[] => {
  const [first, ...lines] = text.trimEnd().split(/\r?\n/);
  if (first !== heading) throw new Error(`The first line of the localities must be ${heading}.`);
  return lines.map((line, index) => {
    const { data, error } = locality.safeParse(line.split(','));
    if (data) return data;
    const [issue] = error.issues;
    const column = heading.split(',')[Number(issue?.path[0])] ?? 'columns';
    throw new Error(`Line ${index + 2} of the localities: ${column}: ${issue?.message}.`);
  });
};

/** Reads localities, by default of the file next to the project or else of the sample network. */
export const readLocalities = (file?: string): Localities => {
  const path = resolve(file ?? defaultFile);
  if (file !== undefined || existsSync(path)) {
    return { source: basename(path), all: localitiesOfCsv(readFileSync(path, 'utf8')) };
  }
  const towns = mostPopulousPlaces(1_100);
  return {
    source: 'the towns of the sample network',
    all: towns.map(({ lat, lon, population }) => ({ lat, lon, weight: population })),
  };
};
