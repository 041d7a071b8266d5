import { runCommand } from './operations/commands/program';

// Connections of a service that did not come up would keep the process alive.
void runCommand(process.argv.slice(2), () => import('./application.js')).then((code) => process.exit(code));
