import * as z from 'zod/mini';
import { type ExportFormat, type ExportHead, IncompleteExport, type RecordPieces } from './export-format.ts';

/** JSON object around the records. */
interface JsonCollection {
  /** Members before `generated_at` and `total`. */
  readonly members?: Readonly<Record<string, string>>;
  /** Name of its last member, the array of the records. */
  readonly array: string;
}

const head = z.object({ total: z.int().check(z.minimum(0)) });

const totalOf = (line: string): number => {
  try {
    return head.parse(JSON.parse(`${line}]}`)).total;
  } catch (error) {
    throw new IncompleteExport('the head of the export cannot be read', { cause: error });
  }
};

const isRecord = (line: string): boolean =>
  line.startsWith('{') && (line.endsWith('}') || line.endsWith('},'));

/** Counts the records up to the end of the array; each but the first follows a comma. */
const countRecords = async (lines: AsyncIterable<string>) => {
  let total: number | undefined;
  let records = 0;
  let ended = false;
  let expectsRecord = false;
  for await (const line of lines) {
    if (total === undefined) total = totalOf(line);
    else if (line === ']}' && !ended && !expectsRecord) ended = true;
    else if (!ended && (expectsRecord || records === 0) && isRecord(line)) {
      records++;
      expectsRecord = line.endsWith(',');
    } else throw new IncompleteExport(`the export cannot be read after ${records} work centres`);
  }
  return { total, records, ended };
};

/**
 * Creates a format of one JSON object with the records in an array, one a line, so that readers can process it by line.
 */
export const jsonCollection = ({
  members,
  array,
}: JsonCollection): Pick<ExportFormat, 'head' | 'tail' | 'count'> => ({
  head({ generatedAt, total }: ExportHead) {
    const text = JSON.stringify({ ...members, generated_at: generatedAt.toISOString(), total });
    return `${text.slice(0, -1)},"${array}":[`;
  },
  tail: '\n]}\n',
  async count(lines) {
    const { total, records, ended } = await countRecords(lines);
    if (ended && records === total) return records;
    throw new IncompleteExport(`the export holds ${records} of ${total} work centres`);
  },
});

/** Separates a record of a collection from the one before. */
export const inCollection = (record: string | Uint8Array, isFirst: boolean): RecordPieces => [
  isFirst ? '\n' : ',\n',
  record,
];
