/** The service rejects its start. The message describes the fault, `hint` the remedy. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

type PortsOf<Ports extends object> = Exclude<keyof Ports, 'onApplicationBootstrap'> & string;

/**
 * Rejects the start if a port is missing. A port is the interface to a module that must not be imported; that module
 * sets it in its `onModuleInit`. Call this in `onApplicationBootstrap`, which Nest calls afterwards:
 *
 * ```ts
 * class OrderPorts implements OnApplicationBootstrap {
 *   budgets: BudgetPort;
 *
 *   onApplicationBootstrap(): void {
 *     requirePorts<OrderPorts>(this, { budgets: 'BudgetsModule' });
 *   }
 * }
 * ```
 * @param providers the module of each port; the compiler requires all ports
 * @throws StartRefusal with every missing port and its module
 */
export function requirePorts<Ports extends object>(
  ports: Ports,
  providers: Readonly<Record<PortsOf<Ports>, string>>,
): void {
  const missing = Object.entries<string>(providers)
    .filter(([name]) => ports[name as keyof Ports] === undefined)
    .map(([name, provider]) => `${ports.constructor.name}.${name} (${provider})`);
  if (missing.length === 0) return;
  throw new StartRefusal(
    `Nothing was provided for ${missing.join(', ')}.`,
    'The module in brackets sets it in its onModuleInit. Check that src/app.module.ts imports that module.',
  );
}
