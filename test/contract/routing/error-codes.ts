import { errorResponse as billManagementError } from '../../../functions/bill-management-v1/contract.ts';
import { errorResponse as v2Error } from '../../../functions/locations-v2/contract.ts';
import { errorResponse as v3Error } from '../../../functions/locations-v3/contract.ts';
import { basePathOf } from '../../../shared/domain/access/service.ts';
import type { TargetResponse } from '../../support/targets/api-target.ts';

/** The codes of an error's body, which must be of the contract of the service that the path belongs to. */
export const errorCodes = (path: string, { body }: Pick<TargetResponse, 'body'>): string[] => {
  const content: unknown = JSON.parse(body);
  const { errors } = path.startsWith(`${basePathOf['bill-management']}/`)
    ? billManagementError.parse(content)
    : path.startsWith(`${basePathOf['locations-v2']}/`)
      ? v2Error.parse(content)
      : v3Error.parse(content);
  return errors.map(({ code }) => code);
};
