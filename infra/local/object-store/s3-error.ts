/** The codes of S3 that this endpoint answers, each with its status and what it says where nothing better is known. */
const errors = {
  AccessDenied: [403, 'Access Denied'],
  AccessForbidden: [403, 'This CORS request is not allowed by the rules of the bucket.'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed.'],
  AuthorizationQueryParametersError: [400, 'The query parameters of the signature are malformed.'],
  BadDigest: [400, 'The checksum that was sent does not match the contents that were received.'],
  BadRequest: [400, 'The request cannot be read.'],
  EntityTooLarge: [400, 'The contents exceed the largest size allowed.'],
  EntityTooSmall: [400, 'A part other than the last is smaller than the smallest size allowed.'],
  IncompleteBody: [400, 'The body does not hold as many bytes as its headers say.'],
  InternalError: [500, 'The object store failed. Please try again.'],
  InvalidAccessKeyId: [403, 'The access key id that was sent is not known here.'],
  InvalidArgument: [400, 'An argument of the request is not valid.'],
  InvalidBucketName: [400, 'The name is not a valid name of a bucket.'],
  InvalidDigest: [400, 'The checksum that was sent is not a checksum of that kind.'],
  InvalidPart: [400, 'A part was not found, or its entity tag or checksum is another.'],
  InvalidPartOrder: [400, 'The parts are not listed in ascending order.'],
  InvalidRange: [416, 'The range asked for cannot be satisfied.'],
  InvalidRequest: [400, 'The request is not valid.'],
  InvalidTag: [400, 'A tag of the request is not valid.'],
  InvalidToken: [400, 'The session token is not valid here.'],
  InvalidURI: [400, 'The path of the request cannot be decoded.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedTrailerError: [400, 'The chunks of the body or the trailer after them are malformed.'],
  MalformedXML: [400, 'The XML of the body is not well-formed or does not fit the operation.'],
  MetadataTooLarge: [400, 'The metadata headers exceed 2 KB.'],
  MethodNotAllowed: [405, 'The method is not allowed on this resource.'],
  MissingContentLength: [411, 'The length of the contents must be given.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NoSuchUpload: [404, 'The upload does not exist: it may have been completed or aborted.'],
  NotImplemented: [501, 'The request asks for something that this endpoint does not do.'],
  PreconditionFailed: [412, 'A precondition of the request does not hold.'],
  RequestHeaderSectionTooLarge: [400, 'The headers of the request are too large.'],
  RequestTimeTooSkewed: [403, 'The request was signed more than 15 minutes from the time here.'],
  RequestTimeout: [400, 'The request did not arrive in time.'],
  ServiceUnavailable: [503, 'The disk of the object store is full.'],
  SignatureDoesNotMatch: [403, 'The signature is not the one that the request and the secret key give.'],
  XAmzContentSHA256Mismatch: [400, 'The SHA-256 that was signed is not that of the contents received.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type S3ErrorCode = keyof typeof errors;

/** An answer that is one of S3's errors. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly code: S3ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: S3ErrorCode,
    message: string = errors[code][1],
    headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = errors[code][0];
    this.headers = headers;
  }
}
