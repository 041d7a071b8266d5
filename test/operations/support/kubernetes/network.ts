import { BlockList, isIPv6 } from 'node:net';
import type { LabelSelector } from 'kubernetes-types/meta/v1';
import type { NetworkPolicy, NetworkPolicyPeer, NetworkPolicyPort } from 'kubernetes-types/networking/v1';

/** Whether the pod may open a TCP connection to an address outside the cluster. Without an egress policy it may. */
export function reaches(
  policies: readonly NetworkPolicy[],
  pod: Readonly<Record<string, string>>,
  address: string,
  port: number,
): boolean {
  const ofPod = policies.filter(({ spec }) => spec?.policyTypes?.includes('Egress') && selects(spec.podSelector, pod));
  if (ofPod.length === 0) return true;
  return ofPod.some(({ spec }) =>
    (spec?.egress ?? []).some(
      ({ to, ports }) =>
        (to === undefined || to.some((peer) => isPeer(peer, address))) &&
        (ports === undefined || ports.some((range) => isPort(range, port))),
    ),
  );
}

function selects({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: Readonly<Record<string, string>>) {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }) => {
      if (operator !== 'In') throw new Error(`${operator} is not understood here`);
      return values?.includes(labels[key] ?? '');
    })
  );
}

function isPeer({ ipBlock }: NetworkPolicyPeer, address: string): boolean {
  if (!ipBlock) return false;
  return isWithin(ipBlock.cidr, address) && !ipBlock.except?.some((range) => isWithin(range, address));
}

function isWithin(cidr: string, address: string): boolean {
  const [network = '', prefix] = cidr.split('/');
  const list = new BlockList();
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  list.addSubnet(network, Number(prefix), family);
  return isIPv6(address) === (family === 'ipv6') && list.check(address, family);
}

function isPort({ protocol = 'TCP', port, endPort }: NetworkPolicyPort, asked: number): boolean {
  return protocol === 'TCP' && (port === undefined || (asked >= Number(port) && asked <= (endPort ?? Number(port))));
}
