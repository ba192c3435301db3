import type { FeatureCollection } from 'geojson';
import * as z from 'zod/mini';
import type { LabelledTown } from './town-labels.ts';

const town = z.tuple([z.string(), z.number(), z.number(), z.number()]);

/** The towns of the base map, as its file lists them. */
export const townsAnswer = z.pipe(
  z.array(town),
  z.transform((towns): readonly LabelledTown[] =>
    towns.map(([name, lon, lat, population]) => ({ name, lon, lat, population })),
  ),
);

/** The outlines of the base map: made by the portal's own build, so that only what a mistaken address gives is refused. */
export const outlineAnswer = z.custom<FeatureCollection>(
  (json) =>
    z.object({ type: z.literal('FeatureCollection'), features: z.array(z.unknown()) }).safeParse(json)
      .success,
);
