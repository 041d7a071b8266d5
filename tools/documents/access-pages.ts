import { ABILITY_RULES, type AbilityRule } from '../../src/common/actor/abilities';
import { ABILITIES } from '../../src/common/actor';
import { INITIAL_PERMISSIONS, PERMISSIONS, ROLES } from '../../src/common/actor/roles';
import { translate } from '../../src/messages';
import type { Form } from '../../src/platform/http';
import { code, table } from './markdown';

/** What of an OpenAPI document the page is made of. */
interface Operation {
  readonly summary?: string;
  readonly security?: readonly object[];
  readonly 'x-required-ability'?: string;
  readonly 'x-required-permission'?: string;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const HEAD = `<!-- Made by \`npm run openapi:generate\` of the code; \`npm run openapi:check\` compares the two. -->

# What a token may do

A token has abilities: ${ABILITIES.map((ability) => `\`${ability}\``).join(', ')}. \`admin\` implies all; nothing else implies
another, so that a token with \`write\` alone reads nothing. Whose token it is decides the rest: what changes something also asks for
a permission of its user's role ([controls](controls.md)), and [the approval workflow](decisions/approval-workflow.md) says which
steps a user decides.

Every route asks for one ability (\`@Requires\`, in its controller), and some of what a route does asks for more
(\`src/common/actor/abilities.ts\`). A token that lacks one is answered 403 with the name of the ability. What a token with \`write\`
may not do is every row below that needs anything else. Rules of a route that itself needs another ability do not concern such a token.
`;
const BEYOND = `
## Beyond the ability of the route

A token also gives another token none of the abilities that it lacks (\`POST /tokens\`).
`;
const ROUTES = `
## The ability and the permission of each route

Without the prefixes \`/v1\` and \`/api/v1\`. Where the permission is \`none\`, the approval workflow, the record's owner or the ability
decides; where there is none, the route only reads.
`;

/**
 * The page \`docs/abilities.md\`: the rules of \`ABILITY_RULES\` and the ability of every route.
 * @throws Error when a rule names a route that there is not
 */
export function abilitiesPage(documents: Readonly<Record<Form, object>>): string {
  const [a, b] = [routesOf(documents.a as { paths: Paths }), routesOf(documents.b as { paths: Paths })];
  const rules = Object.entries<AbilityRule>(ABILITY_RULES).map(([name, { needs, what, routes }]) => {
    const unknown = routes.find((route) => !a.has(route));
    if (unknown !== undefined) throw new Error(`The rule ${name} names a route that there is not: ${unknown}`);
    const ofRoute = new Set(routes.map((route) => a.get(route)?.needs ?? ''));
    return [what, code(needs), [...ofRoute].map(code).join(', '), routes.map(code).join(', '), code(name)];
  });
  const order = [...ABILITIES, 'any token', 'no token'];
  const routes = [...new Map([...b, ...a]).values()]
    .map((route) => ({ ...route, forms: [a.has(route.name) && 'A', b.has(route.name) && 'B'] }))
    .sort((one, other) => order.indexOf(one.needs) - order.indexOf(other.needs) || (one.path < other.path ? -1 : 1))
    .map(({ needs, permission, name, forms, summary }) => [
      (ABILITIES as readonly string[]).includes(needs) ? code(needs) : needs,
      permission === 'none' ? permission : code(permission),
      code(name),
      forms.filter(Boolean).join(', '),
      summary,
    ]);
  return [
    HEAD,
    BEYOND,
    `\n${table(['What', 'Needs', 'The route needs', 'Routes of Form A', 'Rule'], rules)}`,
    ROUTES,
    `\n${table(['Needs', 'Permission', 'Route', 'Forms', 'What it does'], routes)}`,
  ].join('');
}

function routesOf({ paths }: { readonly paths: Paths }) {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      if (operation === undefined) return [];
      const needs = operation['x-required-ability'] ?? (operation.security?.length === 0 ? 'no token' : 'any token');
      const permission = operation['x-required-permission'] ?? '';
      return [{ path, name: `${method.toUpperCase()} ${path}`, needs, permission, summary: operation.summary ?? '' }];
    }),
  );
  return new Map(routes.map((route) => [route.name, route]));
}

const BEGIN = '<!-- Roles: made by `npm run openapi:generate` of the code. -->';
const END = '<!-- End of the roles. -->';

/**
 * The page `docs/controls.md` with its section on roles as the code has it. The rest of the page is written by hand.
 * @throws Error when the page does not have the marks that the section stands between
 */
export function controlsPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/controls.md lacks the marks ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${rolesTable()}\n${page.slice(end)}`;
}

/** Which roles hold each permission at first, and what it covers. */
function rolesTable(): string {
  const rows = PERMISSIONS.map((permission) => [
    code(permission),
    translate('en', `permission.${permission}`),
    ROLES.filter((role) => role !== 'admin' && INITIAL_PERMISSIONS[permission].includes(role))
      .map(code)
      .join(', ') || 'none',
  ]);
  return table(['Permission', 'What it covers', 'Roles that hold it at first, beside `admin`'], rows);
}
