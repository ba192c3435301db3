import * as z from 'zod';
import type { Capability } from '../../domain/capability/capability.ts';
import type { Location } from '../../domain/location/location.ts';
import { workCentre } from './work-centre.ts';
import { toWorkCentre } from './work-centre-view.ts';

/** All that is exported at one time. */
export interface ExportContent {
  /** In the order of the file, which is that of their codes. */
  readonly locations: readonly Location[];
  readonly capabilities: readonly Capability[];
  readonly generatedAt: Date;
}

/**
 * The text of the export file, `{"generated_at","total","workcentres":[...]}`, in pieces. Each work centre, exactly
 * as a search without a search point shows it, has a line of its own, so that readers need not hold the whole.
 */
export function* exportFileText({ locations, capabilities, generatedAt }: ExportContent): Generator<string> {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const context = {
    distanceKm: 0,
    capabilityOf: (serviceCode: number) => byCode.get(serviceCode),
    now: generatedAt,
  };
  const head = JSON.stringify({ generated_at: generatedAt.toISOString(), total: locations.length });
  yield `${head.slice(0, -1)},"workcentres":[`;
  let separator = '\n';
  for (const location of locations) {
    yield `${separator}${JSON.stringify(toWorkCentre(location, context))}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** The text is no complete export file. */
export class IncompleteExport extends Error {
  override readonly name = 'IncompleteExport';
}

const head = z.object({ generated_at: z.iso.datetime(), total: z.int(), workcentres: z.tuple([]) });

/** Reads the lines of an export file to their end and gives its total. Throws IncompleteExport. */
export const checkExportFile = async (lines: AsyncIterable<string>): Promise<number> => {
  let total: number | undefined;
  let workCentres = 0;
  let ended = false;
  try {
    for await (const line of lines) {
      if (total === undefined) total = head.parse(JSON.parse(`${line}]}`)).total;
      else if (line === ']}') ended = true;
      else {
        workCentre.parse(JSON.parse(line.replace(/,$/, '')));
        workCentres++;
      }
    }
  } catch (error) {
    throw new IncompleteExport('the export cannot be read', { cause: error });
  }
  if (total !== undefined && ended && workCentres === total) return total;
  throw new IncompleteExport(`the export holds ${workCentres} of ${total} work centres`);
};
