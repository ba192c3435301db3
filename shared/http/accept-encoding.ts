/** No more than 1, with up to three decimals. */
const qualityValue = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/;

/** 1 where nothing is said of it, 0 where what is said cannot be read. */
const weightOf = (quality: string | undefined): number => {
  if (quality === undefined) return 1;
  return qualityValue.test(quality) ? Number(quality) : 0;
};

/** The weight of each content coding that a client names (RFC 9110, section 12.5.3), by its lower-case name. */
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

/** Whether gzip suits the client: accepted by name or by `*`, and no less welcome than the body as it is. */
export const prefersGzip = (acceptEncoding: string): boolean => {
  const weights = weightsOf(acceptEncoding);
  const gzip = weights.get('gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
};
