const mediaTypeOf = (contentType: string): string =>
  (contentType.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase();

/** Whether a content type is one the API declares binary: `*\/*` is every type, and also the lack of one. */
export const isBinary = (binaryMediaTypes: readonly string[]) => {
  const declared = new Set(binaryMediaTypes.map((mediaType) => mediaType.toLowerCase()));
  if (declared.has('*/*')) return () => true;
  return (contentType: string | undefined): boolean => {
    if (contentType === undefined) return false;
    const mediaType = mediaTypeOf(contentType);
    return declared.has(mediaType) || declared.has(`${mediaType.split('/', 1)[0]}/*`);
  };
};
