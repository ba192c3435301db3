/** Quality value from 0 to 1, with up to three decimals (RFC 9110, section 12.4.2). */
const qualityValue = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** Returns the weight of a coding: 1 if it has none, 0 if it cannot be read. */
const weightOf = (quality: string | undefined): number => {
  if (quality === undefined) return 1;
  return qualityValue.test(quality) ? Number(quality) : 0;
};

/** Parses Accept-Encoding into the weight of each content coding (RFC 9110, section 12.5.3), by lower-case name. */
const weightsOf = (acceptEncoding: string): ReadonlyMap<string, number> =>
  new Map(
    acceptEncoding
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
        return [name, weightOf(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2))];
      }),
  );

/** Whether the client accepts gzip, by name or by `*`, with no less weight than `identity`. */
export const prefersGzip = (acceptEncoding: string): boolean => {
  const weights = weightsOf(acceptEncoding);
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};
