import { expect } from 'vitest';
import { errorResponse as billManagementError } from '../../../functions/bill-management-v1/contract.ts';
import { errorResponse as v2Error } from '../../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error } from '../../../functions/locations-v3/contract.ts';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';

export const errorResponseAt = (path: string) => {
  if (path.startsWith(`${basePathOf['bill-management']}/`)) return billManagementError;
  return path.startsWith(`${basePathOf['locations-v2']}/`) ? v2Error : v3Error;
};

/** Returns the codes in an error response, whose body must match the contract of the path's service. */
const errorCodes = (path: string, { body }: Pick<TargetResponse, 'body'>): string[] =>
  errorResponseAt(path)
    .parse(JSON.parse(body))
    .errors.map(({ code }) => code);

/** Expects an error with this status and code, which pages on every origin may read. */
export const expectError = (path: string, response: TargetResponse, status: number, code: string): void => {
  expect(response.status, response.body).toBe(status);
  expect(errorCodes(path, response)).toEqual([code]);
  expect(response.headers['access-control-allow-origin']).toBe('*');
};
