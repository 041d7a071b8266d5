import { type Finding, ok, warning } from './finding';

/** What a sentinel answers. */
export interface SentinelAnswer {
  /** `host:port` of the sentinel. */
  readonly sentinel: string;
  /** `host:port` of the primary; undefined where the group is not known to it. */
  readonly primary?: string;
  /** Why it gave no answer. */
  readonly fault?: string;
}

/**
 * Whether the sentinels would carry the service through a failover.
 * @param group its name, of REDIS_URL
 */
export function judgeSentinels(group: string, answers: readonly SentinelAnswer[]): Finding[] {
  const there = answers.filter(({ fault }) => fault === undefined);
  const primaries = [...new Set(there.flatMap(({ primary }) => primary ?? []))];
  const strangers = there.filter(({ primary }) => primary === undefined);
  const count = `${there.length} of ${answers.length} ${answers.length === 1 ? 'sentinel' : 'sentinels'} ${there.length === 1 ? 'answers' : 'answer'}`;
  const faults = answers.flatMap(({ sentinel, fault }) => (fault === undefined ? [] : [`${sentinel}: ${fault}`]));
  const found: Finding[] = [];
  if (there.length * 2 <= answers.length)
    found.push(
      warning(
        `${count}, which is no majority (${faults.join('; ')})`,
        'Start them, open the way to them, or correct REDIS_SENTINELS and REDIS_SENTINEL_PASSWORD: without a majority there is no failover.',
      ),
    );
  if (strangers.length > 0)
    found.push(
      warning(
        `These sentinels know no group ${group}: ${strangers.map(({ sentinel }) => sentinel).join(', ')}`,
        'Put the name of the group, as in `sentinel monitor`, in the place of the host in REDIS_URL.',
      ),
    );
  if (primaries.length > 1)
    found.push(
      warning(
        `The sentinels name different primaries: ${primaries.join(', ')}`,
        'Wait for a failover under way to end; else correct REDIS_SENTINELS, whose sentinels watch different servers.',
      ),
    );
  if (found.length > 0) return found;
  return [ok(`The sentinels name ${primaries.join(', ')} as the primary of ${group}; ${count}`)];
}
