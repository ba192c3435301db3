import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles the script that websites load to open the picker. Its address never changes, so it has no hash. */
export const pickerFile = async (): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../picker/waypost-picker.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    write: false,
  });
  const [file] = outputFiles;
  if (!file) throw new Error('the picker was not bundled');
  return file.contents;
};
