/** The service will not start as it was asked to. The message says what is wrong, `hint` what to do about it. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal';

  constructor(
    message: string,
    readonly hint: string,
  ) {
    super(message);
  }
}

/** The ports of a class: all of its fields. */
type PortsOf<Ports extends object> = Exclude<keyof Ports, 'onApplicationBootstrap'> & string;

/**
 * Refuses to start without a port. A port is what a module needs from a module that it must not import; that module
 * provides it in its `onModuleInit`. Call this in `onApplicationBootstrap`, which Nest calls after those:
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
 * @param providers for each port the module that provides it; the compiler refuses one that is left out
 * @throws StartRefusal naming every port that is missing, and the module that should have provided it
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
    'The module in brackets sets it in its onModuleInit; is it imported in src/app.module.ts?',
  );
}
