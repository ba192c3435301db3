import { passLocations } from '../../functions/platform/publication/pass-locations.ts';
import type { RecordSink } from '../../functions/platform/publication/record-sink.ts';
import { exportTexts, type VersionContent } from '../../functions/platform/publication/version-texts.ts';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { type StagedNetwork, stageNetwork } from '../../shared/data-access/publishing/staged-network.ts';
import { textBatch } from '../../shared/data-access/publishing/text-batch.ts';
import { capabilityRecord } from '../../shared/domain/capability/capability-record.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import { toWorkCentre } from '../../shared/wire/locations-v3/work-centre-view.ts';

/** How fast some text was made. */
export interface Throughput {
  /** Of content, before it is compressed. */
  readonly bytes: number;
  /** Of one processor. */
  readonly processorSeconds: number;
}

const measured = async (make: () => Promise<number> | number): Promise<Throughput> => {
  const before = process.cpuUsage();
  const bytes = await make();
  const { user, system } = process.cpuUsage(before);
  return { bytes, processorSeconds: (user + system) / 1e6 };
};

/** Stages records as the publisher does, to be exported with the services of the sample. */
export const stageForExport = (locations: Iterable<Location>): VersionContent => {
  const staged = stageNetwork();
  for (const location of locations) {
    const text = JSON.stringify(location);
    staged.addLocation({ code: location.locationCode, digest: '0'.repeat(32), text });
  }
  return {
    version: '20261121T120000123Z-4f2a9c',
    generatedAt: new Date('2026-11-21T12:00:00.123Z'),
    staged,
    capabilities: sampleServices.map(({ line }) => capabilityRecord.parse(line)),
    changes: { added: 0, changed: 0, removed: 0 },
  };
};

/** Exports into sinks that gather the text into batches, count their bytes and forget them. */
export const exportThroughput = (content: VersionContent): Promise<Throughput> =>
  measured(async () => {
    let bytes = 0;
    const sinks = Object.values(exportTexts(content)).map((text): RecordSink & { close(): void } => {
      let records = 0;
      const batch = textBatch(64 * 1024, ({ length }, release) => {
        bytes += length;
        release();
        return undefined;
      });
      void batch.add(text.head);
      return {
        take(location) {
          const pieces = text.record(location, records === 0) ?? [];
          if (pieces.length > 0) records += 1;
          for (const piece of pieces) void batch.add(piece);
          return undefined;
        },
        close() {
          void batch.add(text.tail);
          void batch.end();
        },
        end: () => Promise.reject(new Error('nothing is stored')),
        abort: () => Promise.resolve(),
      };
    });
    await passLocations(content, { addToSnapshots: () => {}, sinks });
    for (const sink of sinks) sink.close();
    return bytes;
  });

/** The records one by one: parsed, shown as a work centre with its hours, and written down as JSON in UTF-8. */
export const parseAndStringify = ({
  staged,
  capabilities,
  generatedAt,
}: VersionContent): Promise<Throughput> =>
  measured(() => {
    const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
    const context = { distanceKm: 0, capabilityOf: (code: number) => byCode.get(code), now: generatedAt };
    let bytes = 0;
    for (const { text } of staged.locations()) {
      const location: Location = JSON.parse(text);
      bytes += Buffer.from(`${JSON.stringify(toWorkCentre(location, context))}\n`).length;
    }
    return bytes;
  });

/** Without anything of ours: the exported work centres parsed and written down again, as JSON in UTF-8. */
export const parseAndStringifyText = (lines: readonly string[]): Promise<Throughput> =>
  measured(() => {
    let bytes = 0;
    for (const line of lines) bytes += Buffer.from(`${JSON.stringify(JSON.parse(line))}\n`).length;
    return bytes;
  });

/** Closes what was staged. */
export const closeStaged = ({ staged }: { readonly staged: StagedNetwork }): void => staged.close();
