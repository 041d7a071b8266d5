import { type Fault, type Finding, judged, ok } from './finding';
import { isAtLeast, LEAST_REDIS } from './machine';

/** @returns the fields of Redis' INFO by name */
export function fieldsOfInfo(info: string): Readonly<Record<string, string>> {
  const lines = info.split(/\r?\n/).filter((line) => /^\w+:/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));
}

/** @param info INFO of Redis; empty if the user may not read it */
export function judgeRedis(info: Readonly<Record<string, string>>): Finding[] {
  const version = info['redis_version'];
  if (version === undefined) return [ok('Redis answers; its user may not ask for more (INFO)')];
  const memory = Number(info['maxmemory'] ?? 0);
  const policy = info['maxmemory_policy'] ?? 'noeviction';
  const keepsData = info['aof_enabled'] === '1' ? 'an append-only file' : 'snapshots, if any';
  const faults: Fault[] = [
    [
      !isAtLeast(version, String(LEAST_REDIS)),
      `Redis ${version} is older than ${LEAST_REDIS}`,
      `Upgrade to Redis ${LEAST_REDIS} or newer, or to Valkey.`,
    ],
    [
      info['role'] !== 'master',
      'REDIS_URL names a replica, which takes no writes: every process counts limits for itself',
      'Name the primary in REDIS_URL.',
    ],
    [
      memory > 0 && policy !== 'noeviction',
      `Redis removes keys when its memory is full (maxmemory-policy ${policy}): queued deliveries and counts of limits would be lost`,
      'Set maxmemory-policy to noeviction, and give Redis enough memory.',
    ],
    [
      info['rdb_last_bgsave_status'] === 'err' || info['aof_last_write_status'] === 'err',
      'Redis could not write its data to disk, and refuses writes until it can',
      'Look at the log of Redis; its disk is full, or not writable.',
    ],
  ];
  const room = memory > 0 ? `${Math.round(memory / 1024 / 1024)} MiB, ${policy}` : 'no memory limit';
  return judged(faults, `Redis ${version}: ${room}; keeps its data by ${keepsData}`);
}

export interface SentinelAnswer {
  /** `host:port` of the sentinel. */
  readonly sentinel: string;
  /** `host:port` of the primary; undefined if the sentinel does not know the group. */
  readonly primary?: string;
  /** Why the sentinel did not respond. */
  readonly fault?: string;
}

/** Whether the sentinels can perform a failover. @param group the group's name in REDIS_URL */
export function judgeSentinels(group: string, answers: readonly SentinelAnswer[]): Finding[] {
  const there = answers.filter(({ fault }) => fault === undefined);
  const primaries = [...new Set(there.flatMap(({ primary }) => primary ?? []))];
  const strangers = there.filter(({ primary }) => primary === undefined);
  const count = `${there.length} of ${answers.length} ${answers.length === 1 ? 'sentinel' : 'sentinels'} ${there.length === 1 ? 'answers' : 'answer'}`;
  const faults = answers.flatMap(({ sentinel, fault }) => (fault === undefined ? [] : [`${sentinel}: ${fault}`]));
  return judged(
    [
      [
        there.length * 2 <= answers.length,
        `${count}, which is no majority (${faults.join('; ')})`,
        'Start them, open the way to them, or correct REDIS_SENTINELS and REDIS_SENTINEL_PASSWORD: without a majority there is no failover.',
      ],
      [
        strangers.length > 0,
        `These sentinels know no group ${group}: ${strangers.map(({ sentinel }) => sentinel).join(', ')}`,
        'Put the name of the group, as in `sentinel monitor`, in the place of the host in REDIS_URL.',
      ],
      [
        primaries.length > 1,
        `The sentinels name different primaries: ${primaries.join(', ')}`,
        'Wait for a failover under way to end; else correct REDIS_SENTINELS, whose sentinels watch different servers.',
      ],
    ],
    `The sentinels name ${primaries.join(', ')} as the primary of ${group}; ${count}`,
  );
}
