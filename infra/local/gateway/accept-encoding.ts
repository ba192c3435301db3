/** The weight a client gives a content coding (RFC 9110, section 12.5.3); undefined where it names neither it nor `*`. */
const weightOf = (coding: string, acceptEncoding: string): number | undefined => {
  let wildcard: number | undefined;
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : /^(0|1)(\.\d{0,3})?$/.test(quality) ? Number(quality) : 0;
    if (name === coding) return weight;
    if (name === '*') wildcard = weight;
  }
  return wildcard;
};

/** Whether gzip suits the client: accepted at all, and no less welcome than the body as it is. */
export const prefersGzip = (acceptEncoding: string): boolean => {
  const gzip = weightOf('gzip', acceptEncoding) ?? 0;
  return (
    gzip > 0 &&
    gzip >= (acceptEncoding.includes('identity') ? (weightOf('identity', acceptEncoding) ?? 0) : 0)
  );
};
