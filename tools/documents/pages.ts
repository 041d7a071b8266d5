import { ABILITY_RULES, type AbilityRule } from '../../src/common/actor/abilities';
import { ABILITIES } from '../../src/common/actor';
import { INITIAL_PERMISSIONS, PERMISSIONS } from '../../src/common/actor/roles';
import { ROLES } from '../../src/common/actor/roles';
import { translate } from '../../src/messages';
import { operatorProgram } from '../../src/operations/commands/program';
import type { Form } from '../../src/platform/http';
import { type OpenApi, operationsOf } from '../collections/document';

const ABILITIES_HEAD = `<!-- Generated from the code by \`npm run openapi:generate\`; \`npm run openapi:check\` compares both. -->

# Abilities of a token

A token has abilities: ${ABILITIES.map((ability) => `\`${ability}\``).join(', ')}. \`admin\` implies all others. No other ability
implies another one: a token with only \`write\` cannot read. The token's user matters too: changes also require a permission of the
user's role ([controls](controls.md)), and [the approval workflow](decisions/approval-workflow.md) defines the steps that a user decides.

Every route requires one ability (\`@Requires\` in its controller), except those marked \`any token\` or \`no token\`. Some actions of a route require a further ability
(\`src/common/actor/abilities.ts\`). If the token lacks an ability, the response is 403 with the name of the ability.
`;
const BEYOND = `
## Additional abilities

A token cannot create a token with abilities that it lacks (\`POST /tokens\`).
`;
const ROUTES = `
## Ability and permission of each route

Routes are listed without the prefixes \`/v1\` and \`/api/v1\`. Permission \`none\`: the approval workflow, the record's owner or the
ability decides. No permission: the route only reads.
`;

/** @throws Error if a rule names an unknown route */
export function abilitiesPage(documents: Readonly<Record<Form, object>>): string {
  const [a, b] = [routesOf(documents.a as OpenApi), routesOf(documents.b as OpenApi)];
  const rules = Object.entries<AbilityRule>(ABILITY_RULES).map(([name, { needs, what, routes }]) => {
    const unknown = routes.find((route) => !a.has(route));
    if (unknown !== undefined) throw new Error(`The rule ${name} names a route that there is not: ${unknown}`);
    const ofRoute = new Set(routes.map((route) => a.get(route)?.needs ?? ''));
    return [what, code(needs), [...ofRoute].map(code).join(', '), routes.map(code).join(', '), code(name)];
  });
  const order = [...ABILITIES, 'any token', 'no token'];
  const routes = [...new Map([...b, ...a]).values()]
    .map((route) => ({ ...route, forms: [a.has(route.name) && 'A', b.has(route.name) && 'B'] }))
    .sort(
      (one, other) =>
        order.indexOf(one.needs) - order.indexOf(other.needs) ||
        (`${one.path} ${one.name}` < `${other.path} ${other.name}` ? -1 : 1),
    )
    .map(({ needs, permission, name, forms, summary }) => [
      (ABILITIES as readonly string[]).includes(needs) ? code(needs) : needs,
      permission === 'none' ? permission : code(permission),
      code(name),
      forms.filter(Boolean).join(', '),
      summary,
    ]);
  return [
    ABILITIES_HEAD,
    BEYOND,
    `\n${table(['What', 'Requires', 'The route requires', 'Routes of Form A', 'Rule'], rules)}`,
    ROUTES,
    `\n${table(['Requires', 'Permission', 'Route', 'Forms', 'Summary'], routes)}`,
  ].join('');
}

function routesOf(document: OpenApi) {
  const routes = operationsOf(document).map(({ key: name, path, isPublic, permission = '', summary, ...operation }) => {
    const needs = operation.needs ?? (isPublic ? 'no token' : 'any token');
    return { path, name, needs, permission, summary };
  });
  return new Map(routes.map((route) => [route.name, route]));
}

const BEGIN = '<!-- Roles: made by `npm run openapi:generate` of the code. -->';
const END = '<!-- End of the roles. -->';

/** Replaces only the section on roles. @throws Error if its markers are missing */
export function controlsPage(page: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/controls.md lacks the marks ${BEGIN} and ${END}`);
  return `${page.slice(0, begin)}${BEGIN}\n\n${rolesTable()}\n${page.slice(end)}`;
}

/** Default roles of each permission, and its description. */
function rolesTable(): string {
  const rows = PERMISSIONS.map((permission) => [
    code(permission),
    translate('en', `permission.${permission}`),
    ROLES.filter((role) => role !== 'admin' && INITIAL_PERMISSIONS[permission].includes(role))
      .map(code)
      .join(', ') || 'none',
  ]);
  return table(['Permission', 'What it covers', 'Initial roles, besides `admin`'], rows);
}

const COMMANDS_HEAD = `<!-- Generated from the command definitions by \`npm run openapi:generate\`; \`npm run openapi:check\` compares both. -->

# The operator's commands

Run \`node dist/cli.js <command>\`, in the image too, with the environment of the service ([running.md](running.md)).
\`--help\` prints the same descriptions.

- **Output.** Results go to standard output: sentences, or with \`--json\` one object. Logs, warnings and progress go to
  standard error.
- **Progress.** Long commands show count, speed and remaining time: a bar on a terminal, elsewhere a line every ten
  seconds. \`--json\` and \`--quiet\` show none.
- **Interruption.** SIGINT (Ctrl-C), SIGTERM and SIGHUP end a command by that signal: 130, 143 or 129 in a shell.
  - Commands with \`--after\` finish the current tenant, print their results, and print on standard error how to
    continue. A second signal ends them at once.
  - \`migrate\` rolls back the current migration and starts with it the next time.
  - \`import\` and \`export\` start a job. A worker, or the next such command, continues it when its lease of about a
    minute has ended. \`GET /imports/{id}\` and \`GET /exports/{id}\` show its state.

## Exit codes

${table(
  ['Code', 'Meaning'],
  [
    ['0', 'Done without faults.'],
    [
      '1',
      'Failed: standard error has the reason. Or done with faults: a verification found differences, an import rejected rows, or the service would not start (`doctor`).',
    ],
    ['78', 'The configuration is wrong: the message lists every fault. (`doctor` lists them too, and exits with 1.)'],
    ['128 and more', 'Ended by a signal: 130 SIGINT, 143 SIGTERM, 129 SIGHUP.'],
  ],
)}
`;

/** Example output. */
const EXAMPLES: Readonly<Record<string, string>> = {
  doctor: `$ node dist/cli.js doctor
ok       configuration   Valid: 12 of 62 variables are set
warning                  WEBHOOK_RETRY_DELAY is set, and nothing reads it
                         -> Did you mean WEBHOOK_RETRY_DELAYS? The file .env.example names all variables.
ok       node            Node.js v22.14.0
problem  database        The login procurement_app may not act as the role procurement_service
                         -> As an administrator of the database: GRANT procurement_service TO procurement_app;
skipped  migrations      There is no connection to the database
...
1 problem, 1 warning, 14 ok, 9 skipped. The service does not start.`,
  'tenant:create': `$ node dist/cli.js tenant:create --slug acme --name Acme --plan enterprise --owner-email ada@acme.example --owner-name Ada
Tenant acme (0190a1c2-6a3e-7cc1-8f1a-0a4b6a1e2d3c).
Admin token, shown this once: ...`,
  import: `$ node dist/cli.js import --tenant acme --resource vendors --file vendors.csv
[########                ]  33 % 400 of 1200 rows, 13 a second, 1 min 4 s left
1200 created, 0 changed, 0 unchanged; 0 rows refused.`,
  'budget:verify': `$ node dist/cli.js budget:verify
^C Stopping after the tenant in hand; once more stops at once.
212 budgets, 0 differences.
Stopped. To go on: node dist/cli.js budget:verify --after 0190a1c2-6a3e-7cc1-8f1a-0a4b6a1e2d3c`,
};

/** The page `docs/commands.md`: every command with its options, as in `--help`. */
export function commandsPage(): string {
  const commands = operatorProgram(() => import('../../src/application.js')).commands.map((command) => {
    const name = command.name();
    const example = EXAMPLES[name];
    const options = command.options.map(({ flags, description, mandatory, argChoices, defaultValue }) => [
      // A bar would end the table cell.
      code(flags.replaceAll('|', '\\|')),
      [
        `${description}${mandatory && defaultValue === undefined ? ' (required)' : ''}`,
        ...(argChoices ? [`one of ${argChoices.map(code).join(', ')}`] : []),
        ...(defaultValue === undefined ? [] : [`default: ${code(String(defaultValue))}`]),
      ].join('; '),
    ]);
    return [
      `\n## ${name}\n`,
      `${sentence(command.description())}\n`,
      table(['Option', 'Description'], options).trimEnd(),
      ...(example === undefined ? [] : [`\n\`\`\`text\n${example}\n\`\`\``]),
    ].join('\n');
  });
  return `${COMMANDS_HEAD.trimEnd()}\n${commands.join('\n')}\n`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

/** In Prettier's format. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...rows].map(line).join('');
}
