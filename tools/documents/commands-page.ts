import { operatorProgram } from '../../src/operations/commands/program';
import { code, table } from './markdown';

const HEAD = `<!-- Made by \`npm run openapi:generate\` of the commands' own definitions; \`npm run openapi:check\` compares the two. -->

# The operator's commands

\`node dist/cli.js <command>\`, in the image \`node dist/cli.js\` likewise, with the environment of the service
([running.md](running.md)). \`--help\` prints what this page says of a command.

- **Output.** What a command found or did is on standard output: sentences, or with \`--json\` one object. Logs, warnings and progress go
  to standard error.
- **Progress.** Long commands show count, pace and time left: on a terminal a bar, elsewhere a line every ten seconds, with \`--json\` or
  \`--quiet\` nothing.
- **A stop.** SIGINT (Ctrl-C), SIGTERM and SIGHUP end a command by that signal, which a shell shows as 130, 143 or 129: it has not done what
  it was asked. Commands with \`--after\` finish the tenant in hand first, print what they have found, and say on standard error how to
  go on; a second signal ends them at once. \`migrate\` undoes the migration in hand and begins with it the next time. What an \`import\` or
  \`export\` has begun is a job of the service: a worker, or the next such command, goes on with it once its lease of a minute or so has run
  out, and \`GET /imports/{id}\` or \`GET /exports/{id}\` tells of it.

## Exit codes

${table(
  ['Code', 'Meaning'],
  [
    ['0', 'Done, and nothing is wrong.'],
    [
      '1',
      'Not done, and standard error says why; or done, and what was looked at is wrong: a verification found differences, an import refused rows, the service would not start (`doctor`).',
    ],
    ['78', 'The configuration is wrong: every fault is named. (`doctor` names them too, and exits with 1.)'],
    ['128 and more', 'Ended by a signal: 130 SIGINT, 143 SIGTERM, 129 SIGHUP.'],
  ],
)}
`;

/** What some commands print. */
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
  migrate: `$ node dist/cli.js migrate
Exports1795305600525 runs
Exports1795305600525 took 0.1 s
Ran Exports1795305600525.`,
  'tenant:create': `$ node dist/cli.js tenant:create --slug acme --name Acme --plan enterprise --owner-email ada@acme.example --owner-name Ada
Tenant acme (0190a1c2-6a3e-7cc1-8f1a-0a4b6a1e2d3c).
Admin token, shown this once: ...`,
  'tenant:quota': `$ node dist/cli.js tenant:quota --slug acme
Storage: 12 of 10240 MB
Invitations today: 0 of 200
Mails today: 3 of 1000`,
  import: `$ node dist/cli.js import --tenant acme --resource vendors --file vendors.csv
[########                ]  33 % 400 of 1200 rows, 13 a second, 1 min 4 s left
1200 created, 0 changed, 0 unchanged; 0 rows refused.`,
  export: `$ node dist/cli.js export --tenant acme --folder acme-files
4711 records in 19 files.`,
  'budget:verify': `$ node dist/cli.js budget:verify
^C Stopping after the tenant in hand; once more stops at once.
212 budgets, 0 differences.
Stopped. To go on: node dist/cli.js budget:verify --after 0190a1c2-6a3e-7cc1-8f1a-0a4b6a1e2d3c`,
  'audit:verify': `$ node dist/cli.js audit:verify --quiet
40 tenants, 90312 seals, 2 rows not sealed yet, 0 faults.`,
};

/** The page `docs/commands.md`: every command with its options, as `--help` has them. */
export function commandsPage(): string {
  const commands = operatorProgram(() => import('../../src/application.js')).commands.map((command) => {
    const name = command.name();
    const example = EXAMPLES[name];
    const options = command.options.map(({ flags, description, mandatory, argChoices, defaultValue }) => [
      // A bar would end the cell.
      code(flags.replaceAll('|', '\\|')),
      [
        `${description}${mandatory && defaultValue === undefined ? ' (required)' : ''}`,
        ...(argChoices ? [`one of ${argChoices.map(code).join(', ')}`] : []),
        ...(defaultValue === undefined ? [] : [`${code(String(defaultValue))} when left out`]),
      ].join('; '),
    ]);
    return [
      `\n## ${name}\n`,
      `${sentence(command.description())}\n`,
      table(['Option', 'What it is for'], options).trimEnd(),
      ...(example === undefined ? [] : [`\n\`\`\`text\n${example}\n\`\`\``]),
    ].join('\n');
  });
  return `${HEAD.trimEnd()}\n${commands.join('\n')}\n`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
