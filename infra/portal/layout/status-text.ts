/** Reason phrases, which HTTP/2 does not send. */
const phrases: Readonly<Record<number, string>> = {
  200: 'OK',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** `404 Not Found` */
export const statusText = (status: number): string => `${status} ${phrases[status] ?? ''}`.trim();

/** CSS class for a status code's colour. */
export const statusKind = (status: number): string =>
  status < 300 ? 'success' : status < 400 ? '' : 'error';
