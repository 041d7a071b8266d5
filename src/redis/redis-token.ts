import type Redis from 'ioredis';

/** Injection token of the {@link SharedRedis}. */
export const REDIS = Symbol('REDIS');

/** The Redis that instances share counters through; undefined when the service runs as a single process without one. */
export type SharedRedis = Redis | undefined;
