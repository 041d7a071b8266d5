import { runCommand } from './operations/commands/program';

// Open connections of a service that failed to start would keep the process alive.
void runCommand(process.argv.slice(2), () => import('./application.js')).then((code) => process.exit(code));
