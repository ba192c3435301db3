/**
 * Of a process that is to know nothing of ours: where programs are, and where the tests' run has its temporary folder
 * and its compiled code.
 */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
};
