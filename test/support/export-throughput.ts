import { passLocations } from '../../functions/platform/publication/pass-locations.ts';
import type { RecordSink } from '../../functions/platform/publication/record-sink.ts';
import { stageLocations } from '../../functions/platform/publication/stage-locations.ts';
import { exportTexts, type VersionContent } from '../../functions/platform/publication/version-texts.ts';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { stageNetwork } from '../../shared/data-access/publishing/staging/staged-network.ts';
import { textBatch } from '../../shared/data-access/publishing/writing/text-batch.ts';
import type { Capability } from '../../shared/domain/capability/capability.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import type { Location } from '../../shared/domain/location/location.ts';
import type { workCentreFormatNames } from '../../shared/domain/location/publication/work-centre-export.ts';
import { formerNdjson, formerRecords } from './former/former-export.ts';
import { type FormerStaging, formerStaging } from './former/former-staging.ts';

/** Names of some or all files of the export. */
type ExportedNames = readonly (typeof workCentreFormatNames)[number][];

/** Implementation of an export in two steps. */
export interface ExportWay {
  /** Stages the records of a network; called first. */
  stage(locations: Iterable<Location> | AsyncIterable<Location>): Promise<void>;
  /** Makes files from the staged records, repeatedly if called again; returns their size in bytes. */
  make(names: ExportedNames): Promise<number>;
  close(): void;
}

const generatedAt = new Date('2026-11-21T12:00:00.123Z');

const exportedServices = (): readonly Capability[] =>
  sampleServices.map(({ line }) => capabilityRecord.parse(line));

/** Creates a batch that counts bytes and discards them. */
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

const makeFiles = async (content: VersionContent, names: ExportedNames): Promise<number> => {
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
  await passLocations(content, { note: () => {}, sinks });
  for (const { text, batch } of batches) batch.add(text.tail);
  return batches.reduce((sum, { batch }) => sum + batch.end(), 0);
};

/** Creates the publisher's export: records are staged as the texts of the files, and then copied. */
export const ownExport = (): ExportWay => {
  const staged = stageNetwork();
  const capabilities = exportedServices();
  const content = {
    version: '20261121T120000123Z-4f2a9c',
    generatedAt,
    staged,
    capabilities,
    changes: { added: 0, changed: 0, removed: 0 },
  };
  return {
    async stage(locations) {
      const add = stageLocations(staged)(capabilities);
      for await (const location of locations) add(location);
    },
    make: (names) => makeFiles(content, names),
    close: staged.close,
  };
};

const makeFormerFiles = (
  staged: FormerStaging,
  capabilities: readonly Capability[],
  names: ExportedNames,
): number => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const context = { distanceKm: 0, capabilityOf: (code: number) => byCode.get(code), now: generatedAt };
  const batches = names.map((name) => ({ name, batch: countedBatch() }));
  const onlyNdjson = names.every((name) => name === 'ndjson');
  for (const text of staged.texts()) {
    if (onlyNdjson) for (const { batch } of batches) batch.add(formerNdjson(text, context));
    else {
      const records = formerRecords(text, context);
      for (const { name, batch } of batches) batch.add(records[name]);
    }
  }
  return batches.reduce((sum, { batch }) => sum + batch.end(), 0);
};

/**
 * Creates the previous release's export: records are staged as JSON, then parsed, mapped and serialised by libraries.
 */
export const formerExport = (): ExportWay => {
  const capabilities = exportedServices();
  const staged = formerStaging(capabilities);
  return {
    async stage(locations) {
      for await (const location of locations) staged.add(location);
    },
    make: async (names) => makeFormerFiles(staged, capabilities, names),
    close: staged.close,
  };
};
