import { readFile } from 'node:fs/promises';

/** The numbers of an account of this machine, from `/etc/passwd`. Throws where there is none of this name. */
export const accountOf = async (name: string): Promise<{ readonly uid: number; readonly gid: number }> => {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = lines.find(([account]) => account === name) ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`This machine has no account ${name}.`);
  return { uid: Number(uid), gid: Number(gid) };
};
