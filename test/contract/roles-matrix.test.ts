import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ABILITY_RULES, type AbilityRule } from '../../src/common/actor/abilities';
import { INITIAL_PERMISSIONS, PERMISSIONS, type Permission, ROLES, type Role } from '../../src/common/actor/roles';
import { type Service, startApp, storyClock } from '../support/app';
import { exampleOf } from '../support/bad-input';
import type { Client, Reply } from '../support/client';
import { type Operation, documentOf } from '../support/documented';
import { colleague } from '../support/purchase-orders';
import { runsIn, sampled } from '../support/sampled';
import { idsFor, type Ids, oneOfEach } from '../support/whole-tenant';

/** The permission table. `GET /roles` and `docs/controls.md` show it, and every response below must match it. */
const may = (role: Role, permission: Permission): boolean =>
  role === 'admin' || INITIAL_PERMISSIONS[permission].includes(role);

/** Delegation of approvals: every user may delegate their own. */
const LENDING = ['POST /users/{id}/delegations', 'DELETE /users/{id}/delegations/{delegation_id}'];
/** Routes that need the ability `admin` for records of other users, even with the role `admin`. */
const OWNERS = new Set([...LENDING, 'PUT /users/{id}']);

/** Routes that may need another ability because of the body or the record. */
const RULED = new Set(
  Object.values<AbilityRule>(ABILITY_RULES).flatMap(({ routes }) => routes.filter((route) => !LENDING.includes(route))),
);

/** Owner of the record in a path. */
const WHOSE = ['own', "somebody else's", "another tenant's"] as const;
type Whose = (typeof WHOSE)[number];

/** Result of a request with regard to permissions. */
type Outcome = 'lacks the ability' | `lacks ${string}` | 'not found' | 'let in';

interface Asked {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation & { readonly 'x-required-ability'?: string; readonly 'x-required-permission'?: string };
}

it('docs/controls.md contains the permission table', () => {
  const page = readFileSync(join(__dirname, '../../docs/controls.md'), 'utf8');
  const printed = [...page.matchAll(/^\| `([a-z_.]+)` +\|.*\| (.*?) *\|$/gm)].map(([, permission, holders = '']) => [
    permission,
    ['admin', ...[...holders.matchAll(/`(\w+)`/g)].map(([, role]) => role)],
  ]);
  expect(printed).toEqual(PERMISSIONS.map((permission) => [permission, ROLES.filter((role) => may(role, permission))]));
});

describe.each(['a', 'b'] as const)('every role at every operation with a permission, Form %s', (form) => {
  const clock = storyClock();
  let service: Service;
  let others: Ids;
  let strangers: Ids;

  /** Derived from the document, so it includes new operations. Operations without a token have no role. */
  const operations: readonly Asked[] = Object.entries(documentOf(form).openapi.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .map(([verb, operation]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        method: verb.toUpperCase(),
        path,
        operation,
      }))
      .filter(({ method, operation }: Asked) => method !== 'GET' || operation['x-required-permission'] !== undefined)
      .filter(({ operation }: Asked) => operation['x-required-ability'] !== undefined),
  );

  beforeAll(async () => {
    service = await startApp({ clock, env: { PROCESS_ROLE: 'api' } });
    others = await everything(service.client());
    const stranger = await service.newTenant();
    strangers = await everything(service.client({ token: stranger.token.token }));
  });
  afterAll(() => service.stop());

  it('every operation has a known permission or none, and every permission has an operation', () => {
    expect(operations.length).toBeGreaterThan(55);
    const named = operations.map(({ name, operation }) => [name, operation['x-required-permission']]);
    const known = [...PERMISSIONS, 'none'];
    expect(named.filter(([, permission]) => !known.includes(permission ?? ''))).toEqual([]);
    const asked = new Set(named.map(([, permission]) => permission));
    expect(PERMISSIONS.filter((permission) => !asked.has(permission))).toEqual([]);
  });

  it('GET /roles returns the permission table', async () => {
    const roles: { slug: string; permissions: string[] }[] = await service.client({ form }).get('/roles');
    expect(roles.map(({ slug, permissions }) => [slug, permissions])).toEqual(
      ROLES.map((role) => [role, PERMISSIONS.filter((permission) => may(role, permission))]),
    );
  });

  it.each(ROLES)('gives the expected result for the role %s', async (role) => {
    const person = await colleague(service, role, { departmentId: await departmentOf(service) });
    // The user created these records with the ability admin.
    const own = await everything(service.client({ token: await service.mint(['admin'], person.email) }), role);
    const records: Readonly<Record<Whose, Ids>> = { own, "somebody else's": others, "another tenant's": strangers };
    const client = person.client.through(form);
    const wrong: string[] = [];
    for (const asked of operations.filter(({ name }) => runsIn(form, `${role} ${name}`))) {
      const which = asked.path.includes('{id}') ? WHOSE : (['own'] as const);
      for (const whose of sampled(which, 3, `${form} ${role} ${asked.name}`)) {
        const reply = await ask(client, asked, records[whose]);
        const found = outcomeOf(reply);
        const expected = expectedOf(role, asked, whose);
        if (isRight(found, expected, asked, reply)) continue;
        wrong.push(
          `${asked.name}, ${whose}: ${found}, not ${expected}: ${String(reply.status)} ${reply.text.slice(0, 200)}`,
        );
      }
    }
    expect(wrong).toEqual([]);
  });

  function expectedOf(role: Role, { name, operation }: Asked, whose: Whose): Outcome {
    if (operation['x-required-ability'] === 'admin') return 'lacks the ability';
    const permission = operation['x-required-permission'] as Permission | 'none';
    if (permission !== 'none' && !may(role, permission)) return `lacks ${permission}`;
    if (whose === "another tenant's") return 'not found';
    return whose === "somebody else's" && OWNERS.has(name) ? 'lacks the ability' : 'let in';
  }
});

function isRight(found: Outcome, expected: Outcome, { name }: Asked, { body }: Reply): boolean {
  // The service rejects an invalid body before it reads the record.
  if (expected === 'not found' && body?.error?.code === 'VALIDATION_ERROR') return true;
  // Some actions of these routes need the ability admin for every caller.
  if (expected === 'let in' && found === 'lacks the ability') return RULED.has(name);
  return found === expected;
}

/** Sends the example of the document, with a version in If-Match that no record has, so that nothing changes. */
async function ask(client: Client, { method, path, operation }: Asked, ids: Ids): Promise<Reply> {
  const known = idsFor(ids, path);
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(known[name] ?? 99999999));
  const isVersioned = operation.parameters?.some(({ name }) => name === 'If-Match') ?? false;
  const isUpload = operation.requestBody?.content['multipart/form-data'] !== undefined;
  return client.raw(method, filled, isUpload ? UPLOAD : exampleOf(operation), {
    headers: {
      ...(isVersioned ? { 'if-match': '"0"' } : {}),
      ...(isUpload ? { 'content-type': 'multipart/form-data; boundary=x' } : {}),
    },
  });
}

const UPLOAD =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nA\r\n--x--\r\n';

/**
 * @throws Error for a response without information about permissions: invalid token, rate limit, fault of the service
 */
function outcomeOf({ status, body, text }: Reply): Outcome {
  if (status === 401 || status === 429 || status >= 500) throw new Error(`${String(status)} ${text.slice(0, 200)}`);
  if (status === 404) return 'not found';
  if (status === 403 && body.error?.code === 'ROLE_NOT_PERMITTED')
    return `lacks ${String(body.error.details.permission)}`;
  if (status === 403 && body.errors?.ability?.[0] === 'The ability admin is required.') return 'lacks the ability';
  return 'let in';
}

/** One record of each kind, and a delivery to the webhook from another event. */
async function everything(admin: Client, mark?: string): Promise<Ids> {
  const ids = await oneOfEach(admin, mark);
  await admin.post('/vendors', { name: 'Told of' }, 201);
  const [delivery] = await admin.get(`/webhooks/${ids['webhooks']?.['id']}/deliveries`);
  return { ...ids, webhooks: { ...ids['webhooks'], delivery_id: delivery.id } };
}

async function departmentOf(service: Service): Promise<number> {
  return (await service.client().get('/users/me')).department.id;
}
