import { passLocations } from '../../functions/platform/publication/pass-locations.ts';
import type { RecordSink } from '../../functions/platform/publication/record-sink.ts';
import { exportTexts, type VersionContent } from '../../functions/platform/publication/version-texts.ts';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { type StagedNetwork, stageNetwork } from '../../shared/data-access/publishing/staged-network.ts';
import { textBatch } from '../../shared/data-access/publishing/text-batch.ts';
import { capabilityRecord } from '../../shared/domain/capability/capability-record.ts';
import type { workCentreFormatNames } from '../../shared/domain/location/work-centre-export.ts';
import { formerJson, formerRecords } from './former-export.ts';

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

/** A record, as JSON. */
export interface RecordText {
  readonly code: string;
  readonly text: string;
}

/** Stages records as the publisher does, to be exported with the services of the sample. */
export const stageForExport = async (
  records: Iterable<RecordText> | AsyncIterable<RecordText>,
): Promise<VersionContent> => {
  const staged = stageNetwork();
  for await (const { code, text } of records) staged.addLocation({ code, digest: '0'.repeat(32), text });
  return {
    version: '20261121T120000123Z-4f2a9c',
    generatedAt: new Date('2026-11-21T12:00:00.123Z'),
    staged,
    capabilities: sampleServices.map(({ line }) => capabilityRecord.parse(line)),
    changes: { added: 0, changed: 0, removed: 0 },
  };
};

/** Files of which the export consists, or some of them. */
export type ExportedNames = readonly (typeof workCentreFormatNames)[number][];

/** Gathers text into batches, counts its bytes and forgets it. */
const countedBatch = () => {
  let bytes = 0;
  const batch = textBatch(64 * 1024, ({ length }, release) => {
    bytes += length;
    release();
    return undefined;
  });
  return {
    add: (piece: string | Uint8Array) => void batch.add(piece),
    end: (): number => {
      void batch.end();
      return bytes;
    },
  };
};

/** Makes these files as the publisher does. */
export const exportThroughput = (content: VersionContent, names: ExportedNames): Promise<Throughput> =>
  measured(async () => {
    const texts = exportTexts(content);
    const batches = names.map((name) => ({ text: texts[name], batch: countedBatch() }));
    const sinks = batches.map(({ text, batch }): RecordSink => {
      let isFirst = true;
      batch.add(text.head);
      return {
        take(location) {
          for (const piece of text.record(location, isFirst) ?? []) batch.add(piece);
          isFirst = false;
          return undefined;
        },
        end: () => Promise.reject(new Error('nothing is stored')),
        abort: () => Promise.resolve(),
      };
    });
    await passLocations(content, { addToSnapshots: () => {}, sinks });
    for (const { text, batch } of batches) batch.add(text.tail);
    return batches.reduce((sum, { batch }) => sum + batch.end(), 0);
  });

/** Makes these files as the release before did: each record parsed, shown and written down by libraries. */
export const formerThroughput = (
  { staged, capabilities, generatedAt }: VersionContent,
  names: ExportedNames,
): Promise<Throughput> =>
  measured(() => {
    const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
    const context = { distanceKm: 0, capabilityOf: (code: number) => byCode.get(code), now: generatedAt };
    const batches = names.map((name) => ({ name, batch: countedBatch() }));
    const onlyJson = names.every((name) => name === 'json');
    for (const { text } of staged.locations()) {
      if (onlyJson) for (const { batch } of batches) batch.add(formerJson(text, context));
      else {
        const records = formerRecords(text, context);
        for (const { name, batch } of batches) batch.add(records[name]);
      }
    }
    return batches.reduce((sum, { batch }) => sum + batch.end(), 0);
  });

/** Closes what was staged. */
export const closeStaged = ({ staged }: { readonly staged: StagedNetwork }): void => staged.close();
