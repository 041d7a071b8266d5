import { Logger } from '@nestjs/common';
import { type Environment, TlsFile } from '../../../../platform/config';
import { parseNetworks } from '../../domain/addresses';
import { AddressGuard } from './address-guard';
import { DnsResolver, HostsFile, SystemResolver } from './name-resolver';
import { WebhookSender } from './webhook-sender';

export interface Outgoing {
  readonly guard: AddressGuard;
  readonly sender: WebhookSender;
}

/** The certificates in WEBHOOK_CA_FILE are read again when the file changes. */
export function createWebhookSender(
  environment: Pick<Environment, `WEBHOOK_${'ALLOW_NETWORKS' | 'CA_FILE' | 'TIMEOUT_MS'}`>,
): Outgoing {
  const networks = parseNetworks(environment.WEBHOOK_ALLOW_NETWORKS);
  const resolver = networks.length > 0 ? new SystemResolver() : new DnsResolver();
  // The system resolver reads the hosts file itself.
  const guard = new AddressGuard(resolver, networks, networks.length > 0 ? undefined : new HostsFile());
  const caFile = environment.WEBHOOK_CA_FILE;
  const log = new Logger('Webhooks');
  const extraCa = caFile === undefined ? undefined : new TlsFile(caFile, (sentence) => log.error(sentence));
  return { guard, sender: new WebhookSender(guard, { deadline: environment.WEBHOOK_TIMEOUT_MS, extraCa }) };
}
