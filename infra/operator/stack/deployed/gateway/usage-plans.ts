import { type APIGatewayClient, paginateGetUsagePlans } from '@aws-sdk/client-api-gateway';
import type { Plan } from '../../../../../shared/domain/access/api-key.ts';
import { usagePlanName } from '../../../../stages/stage-names.ts';
import type { StageName } from '../../../../stages/stage-settings.ts';
import { OperatorError } from '../../../operator-error.ts';

/** The most that API Gateway gives a page. */
export const pageSize = 500;

/** The ids of the usage plans of a stage. Throws OperatorError where one of them is not deployed. */
export const usagePlanIds = async (
  client: APIGatewayClient,
  stage: StageName,
): Promise<Readonly<Record<Plan, string>>> => {
  const ids = new Map<string, string>();
  for await (const { items = [] } of paginateGetUsagePlans({ client, pageSize }, {})) {
    for (const { id, name } of items) if (id !== undefined && name !== undefined) ids.set(name, id);
  }
  const idOf = (plan: Plan): string => {
    const name = usagePlanName({ name: stage }, plan);
    const id = ids.get(name);
    if (id !== undefined) return id;
    throw new OperatorError(
      `API Gateway has no usage plan ${name}. To deploy it: npm run deploy -- ${stage}`,
    );
  };
  return { standard: idOf('standard'), partner: idOf('partner'), unlimited: idOf('unlimited') };
};
