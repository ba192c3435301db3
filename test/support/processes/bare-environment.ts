/** Returns a minimal environment with only the PATH, the tests' temporary folder and their compile cache. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
};
