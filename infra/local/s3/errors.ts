const errors = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'The CORS rules of the bucket do not allow this request.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the signature are malformed.'],
  BadDigest: [400, 'The checksum does not match the contents received.'],
  EntityTooLarge: [400, 'The contents exceed the maximum size.'],
  IncompleteBody: [400, 'The length of the body differs from the length in the headers.'],
  InternalError: [500, 'The object store failed. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id does not exist.'],
  InvalidArgument: [400, 'An argument of the request is not valid.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidURI: [400, 'The path of the request cannot be decoded.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedTrailerError: [400, 'The chunks of the body, or the trailer after them, are malformed.'],
  MissingContentLength: [411, 'The length of the contents is required.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NotImplemented: [501, 'This endpoint does not implement the requested operation.'],
  PreconditionFailed: [412, 'A precondition of the request is not met.'],
  RequestTimeTooSkewed: [403, 'The signing time differs from the current time by more than 15 minutes.'],
  ServiceUnavailable: [503, 'The disk of the object store is full.'],
  SignatureDoesNotMatch: [403, 'The signature does not match the request and the secret key.'],
  XAmzContentSHA256Mismatch: [400, 'The signed SHA-256 does not match the contents received.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof errors;

/** An S3 error to return to the client. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3ErrorCode;
  readonly status: number;

  constructor(
    code: S3ErrorCode,
    { message = errors[code][1], ...options }: ErrorOptions & { readonly message?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.status = errors[code][0];
  }
}

/** EFBIG is the process's own file size limit, which is treated like a full disk. */
const fullDiskCodes = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const sqliteFull = 13;

/** Converts any error to an S3 error. The cause of an unexpected error is only logged. */
export const toS3Error = (cause: unknown): S3Error => {
  if (cause instanceof S3Error) return cause;
  const { code, errcode } = Object(cause);
  const isDiskFull = fullDiskCodes.includes(code) || errcode === sqliteFull;
  return new S3Error(isDiskFull ? 'ServiceUnavailable' : 'InternalError', { cause });
};
