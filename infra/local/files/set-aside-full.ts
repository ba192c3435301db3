import { rename, stat } from 'node:fs/promises';

const asideSuffix = '.1';

/**
 * Sets a file of more than `full` bytes aside, under its name with `.1`, in place of the one that was set aside before.
 * A file that cannot be set aside, or is not there, is left as it is: whoever writes to it finds out.
 */
export const setAsideFull = async (file: string, full: number): Promise<void> => {
  try {
    const { size } = await stat(file);
    if (size > full) await rename(file, `${file}${asideSuffix}`);
  } catch {
    // Whoever writes finds out.
  }
};
