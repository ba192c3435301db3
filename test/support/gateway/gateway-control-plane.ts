import type { IncomingMessage, ServerResponse } from 'node:http';

interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly description: string;
  enabled?: boolean;
  /** Creation time in epoch seconds. */
  createdDate?: number;
}

export interface GatewayAccount {
  readonly gatewayKeys: GatewayKey[];
  /** Ids of the keys in each usage plan, by the plan's id. */
  readonly planKeys: Map<string, string[]>;
  /** Stages whose authoriser cache was flushed, such as `abc123/stages/dev`. */
  readonly flushed: string[];
  /** Hook that is called before each response, with the request's operation, such as `GET /apikeys`. */
  meanwhile: ((operation: string) => Promise<unknown>) | undefined;
  /** Error that replaces every response, if set. */
  refusal: { readonly code: string; readonly message: string } | undefined;
}

const planIds = {
  standard: 'plan-standard',
  partner: 'plan-partner',
  unlimited: 'plan-unlimited',
  browser: 'plan-browser',
};

/** Usage plan of another stage in the same account, which may contain the same keys. */
export const planOfOtherStage = 'plan-of-other-stage';

interface JsonAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly errorType?: string;
}

const conflict = (message: string): JsonAnswer => ({
  status: 409,
  errorType: 'ConflictException',
  body: { message },
});
const notFound: JsonAnswer = { status: 404, errorType: 'NotFoundException', body: { message: 'not found' } };

interface Asked {
  readonly account: GatewayAccount;
  readonly query: URLSearchParams;
  readonly body: string;
  readonly ids: readonly string[];
}

const listPlans = ({ account, query }: Asked): JsonAnswer => {
  const keyId = query.get('keyId');
  const item = [
    ...Object.entries(planIds).map(([plan, id]) => ({ id, name: `waypost-dev-${plan}` })),
    { id: planOfOtherStage, name: 'waypost-prod-partner' },
  ].filter(({ id }) => keyId === null || account.planKeys.get(id)?.includes(keyId));
  return { status: 200, body: { item } };
};

const listKeys = ({ account, query }: Asked): JsonAnswer => {
  const prefix = query.get('name') ?? '';
  return { status: 200, body: { item: account.gatewayKeys.filter(({ name }) => name.startsWith(prefix)) } };
};

const makeKey = ({ account, body }: Asked): JsonAnswer => {
  const key: Omit<GatewayKey, 'id'> = JSON.parse(body);
  if (account.gatewayKeys.some(({ value }) => value === key.value)) return conflict('API Key already exists');
  const made = {
    ...key,
    id: `key-${account.gatewayKeys.length + 1}`,
    createdDate: Math.floor(Date.now() / 1_000),
  };
  account.gatewayKeys.push(made);
  return { status: 201, body: made };
};

const changeKey = ({ account, body, ids: [id] }: Asked): JsonAnswer => {
  const key = account.gatewayKeys.find((each) => each.id === id);
  if (!key) return notFound;
  const { patchOperations }: { patchOperations: { path: string; value: string }[] } = JSON.parse(body);
  for (const { path, value } of patchOperations) if (path === '/enabled') key.enabled = value === 'true';
  return { status: 200, body: key };
};

const removeKey = ({ account, ids: [id] }: Asked): JsonAnswer => {
  const place = account.gatewayKeys.findIndex((each) => each.id === id);
  if (place < 0) return notFound;
  account.gatewayKeys.splice(place, 1);
  return { status: 202 };
};

const listMembers = ({ account, ids: [plan = ''] }: Asked): JsonAnswer => ({
  status: 200,
  body: { item: (account.planKeys.get(plan) ?? []).map((id) => ({ id, type: 'API_KEY' })) },
});

const joinPlan = ({ account, body, ids: [plan = ''] }: Asked): JsonAnswer => {
  const { keyId }: { keyId: string } = JSON.parse(body);
  // A key can belong to only one usage plan per stage.
  const plansOfStage = plan === planOfOtherStage ? [plan] : Object.values(planIds);
  if (plansOfStage.some((each) => account.planKeys.get(each)?.includes(keyId)))
    return conflict('Usage Plan Key already exists');
  account.planKeys.set(plan, [...(account.planKeys.get(plan) ?? []), keyId]);
  return { status: 201, body: { id: keyId } };
};

const showMember = ({ account, ids: [plan = '', keyId = ''] }: Asked): JsonAnswer =>
  account.planKeys.get(plan)?.includes(keyId) ? { status: 200, body: { id: keyId } } : notFound;

const leavePlan = ({ account, ids: [plan = '', keyId = ''] }: Asked): JsonAnswer => {
  const keys = account.planKeys.get(plan) ?? [];
  if (!keys.includes(keyId)) return notFound;
  account.planKeys.set(
    plan,
    keys.filter((each) => each !== keyId),
  );
  return { status: 202 };
};

const flush = ({ account, ids: [api, stage] }: Asked): JsonAnswer => {
  account.flushed.push(`${api}/stages/${stage}`);
  return { status: 202 };
};

const operations: readonly (readonly [RegExp, (asked: Asked) => JsonAnswer])[] = [
  [/^GET \/usageplans$/, listPlans],
  [/^GET \/apikeys$/, listKeys],
  [/^POST \/apikeys$/, makeKey],
  [/^PATCH \/apikeys\/([^/]+)$/, changeKey],
  [/^DELETE \/apikeys\/([^/]+)$/, removeKey],
  [/^GET \/usageplans\/([^/]+)\/keys$/, listMembers],
  [/^POST \/usageplans\/([^/]+)\/keys$/, joinPlan],
  [/^GET \/usageplans\/([^/]+)\/keys\/([^/]+)$/, showMember],
  [/^DELETE \/usageplans\/([^/]+)\/keys\/([^/]+)$/, leavePlan],
  [/^DELETE \/restapis\/([^/]+)\/stages\/([^/]+)\/cache\/authorizers$/, flush],
];

const gatewayAnswer = (account: GatewayAccount, method: string, url: URL, body: string): JsonAnswer => {
  for (const [form, answer] of operations) {
    const ids = form.exec(`${method} ${url.pathname}`)?.slice(1);
    if (ids) return answer({ account, query: url.searchParams, body, ids });
  }
  return notFound;
};

export const answerGateway = async (
  account: GatewayAccount,
  { method = '', url = '' }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> => {
  const { refusal } = account;
  await account.meanwhile?.(`${method} ${url.replace(/\?.*/, '')}`);
  const answer: JsonAnswer = refusal
    ? { status: 403, errorType: refusal.code, body: { message: refusal.message } }
    : gatewayAnswer(account, method, new URL(url, 'http://gateway'), body);
  const { status, errorType, body: json = {} } = answer;
  response
    .writeHead(status, {
      'content-type': 'application/json',
      ...(errorType && { 'x-amzn-errortype': errorType }),
    })
    .end(JSON.stringify(json));
};
