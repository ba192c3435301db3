import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { sampleFile } from '../../infra/local/sample/sample.ts';
import { importKinds } from '../../shared/data-access/importing/record-kinds.ts';
import { sampleText } from './sample-records.ts';

for (const kind of importKinds) {
  const packed = gzipSync(sampleText(kind), { level: 9 });
  await writeFile(sampleFile(kind), packed);
  console.log(`${sampleFile(kind).pathname}: ${packed.length} bytes`);
}
