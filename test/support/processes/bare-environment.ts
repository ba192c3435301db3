/** Returns a minimal environment: the path of programs, the tests' temporary folder and their compiled code. */
export const bareEnvironment = (): NodeJS.ProcessEnv => {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE };
};
