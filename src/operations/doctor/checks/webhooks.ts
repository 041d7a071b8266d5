import { getServers, Resolver } from 'node:dns/promises';
import { startFailure } from '../../../platform/processes';
import { outgoing, type Outgoing } from '../../../integration/webhooks/delivery/sending/outgoing';
import type { Check } from '../check';
import { type Finding, ok, problem, skipped, warning } from '../domain/finding';

/** A name that no server may know (RFC 6761): that it is not known is an answer. */
const NOT_A_NAME = 'name-server.invalid';

/** Errors of a resolver that was not answered, or told that names cannot be looked up. */
const UNANSWERED = ['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ENOTIMP', 'ESERVFAIL'];

/** Whether deliveries find their receivers. A receiver is called only when an address is given (`--egress`). */
export const webhooks: Check = {
  name: 'webhooks',
  variables: ['WEBHOOK_ALLOW_NETWORKS', 'WEBHOOK_CA_FILE', 'WEBHOOK_TIMEOUT_MS'],
  seconds: 80,
  run: async ({ environment, egress }) => {
    let out: Outgoing;
    try {
      out = outgoing(environment);
    } catch (error) {
      const { msg } = startFailure(error, environment);
      return [problem(`WEBHOOK_CA_FILE cannot be used: ${msg}`, 'Name a file with certificates in PEM.')];
    }
    const { WEBHOOK_ALLOW_NETWORKS: networks, NODE_ENV, PROCESS_ROLE } = environment;
    const opened = networks.length === 0 ? [] : [openedNetworks(networks, NODE_ENV === 'production')];
    if (PROCESS_ROLE === 'api') {
      return [...opened, skipped('PROCESS_ROLE is api: run this where deliveries are made, with PROCESS_ROLE=worker')];
    }
    const reached = egress === undefined ? skipped('No receiver was called: --egress <url> names one') : undefined;
    return [...opened, await nameServers(), reached ?? (await call(out, egress ?? ''))];
  },
};

function openedNetworks(networks: readonly string[], isProduction: boolean): Finding {
  const said = `Deliveries may reach ${networks.join(', ')}, which is not public (WEBHOOK_ALLOW_NETWORKS)`;
  const todo = 'Leave it empty unless every tenant may call what stands there.';
  return isProduction ? warning(said, todo) : ok(said);
}

async function nameServers(): Promise<Finding> {
  const servers = getServers().join(', ');
  const failed = await new Resolver({ timeout: 2_000, tries: 2 }).resolve4(NOT_A_NAME).then(
    () => '',
    (error: unknown) => String((error as NodeJS.ErrnoException).code),
  );
  return UNANSWERED.includes(failed)
    ? warning(
        `Names cannot be looked up (${servers}: ${failed}), so no receiver is found`,
        'Correct /etc/resolv.conf, or let this machine reach its name servers on port 53.',
      )
    : ok(`Name servers answer (${servers})`);
}

async function call({ guard, sender }: Outgoing, url: string): Promise<Finding> {
  const refusals = await guard.inspect(url);
  if (refusals.length > 0) {
    return warning(`No delivery may go to ${url} (${refusals.join(', ')})`, 'Give the https address of a public host.');
  }
  const result = await sender.send({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' });
  if (result.kind === 'response') return ok(`${url} was reached, and answered ${result.status}`);
  const how = 'code' in result ? `${result.kind}, ${result.code}` : result.kind;
  return warning(
    `${url} was not reached (${how})`,
    'Let the machines that deliver reach the internet on port 443, or check the address and its certificate.',
  );
}
