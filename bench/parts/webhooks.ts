import { Logger } from '@nestjs/common';
import { Stage as DeliveryStage } from '../../test/chaos/support/stage';
import { bareLoop, deliverBacklog, IN_FLIGHT } from '../../test/chaos/support/throughput';
import { type PairedRates, pairedRates } from '../load/rates';
import { type Estimate, median } from '../load/statistics';
import type { Scale } from '../scale';
import type { Stage } from '../stage/stage';

/** Deliveries a second over TLS, with the same number in flight in each program. */
export interface Webhooks {
  readonly inFlight: number;
  /** Deliveries of each slice. */
  readonly deliveries: number;
  /** The service's worker: claimed, signed, sent and recorded. */
  readonly worker: number;
  /** Nothing but the calls: over a connection each, and over connections that are kept. */
  readonly fresh: number;
  readonly kept: number;
  readonly toFresh: Estimate;
  readonly toKept: Estimate;
  /** The control: the loop of fresh connections against itself, which ought to be 1. */
  readonly control: Estimate;
  readonly undecided: boolean;
  /** Milliseconds of the worker's processor for each delivery, the median of the slices; its start is among them. */
  readonly processor: number;
}

/** Subscriptions that receive each change; one change in ten is rolled back and reaches none. */
const SUBSCRIPTIONS = 5;
const COMMITTED = 0.9;

/** The most slices of a run: each starts a worker process of its own, with a backlog. */
const MOST_SLICES = 5;

/** The worker against a loop that does nothing but call, on servers and tenants of their own. */
export async function webhooks(_stage: Stage, scale: Scale, say: (what: string) => void): Promise<Webhooks> {
  Logger.overrideLogger(false);
  const stage = await DeliveryStage.set({ tenants: 10, subscriptions: SUBSCRIPTIONS });
  const changes = Math.ceil(scale.webhookEvents / SUBSCRIPTIONS / COMMITTED);
  const processor: number[] = [];
  const deliver = async (): Promise<number> => {
    const delivered = await deliverBacklog(stage, changes, stage.servers.direct);
    await stage.empty();
    processor.push(delivered.processorMilliseconds);
    return delivered.perSecond;
  };
  try {
    const loop = (connections: 'fresh' | 'kept') => (): Promise<number> =>
      bareLoop(stage, connections, scale.webhookEvents);
    const paired = await pairedRates(
      { fresh: loop('fresh'), worker: deliver, kept: loop('kept'), again: loop('fresh') },
      Math.min(scale.pairs, MOST_SLICES),
    );
    const found = figuresOf(paired, scale.webhookEvents, median(processor));
    say(
      `${found.worker.toFixed(0)} deliveries a second, ${found.processor.toFixed(1)} ms of processor each; bare ${found.fresh.toFixed(0)} over fresh connections, ${found.kept.toFixed(0)} over kept: ${shown(found.toFresh)} and ${shown(found.toKept)}, A/A ${shown(found.control)}${found.undecided ? ' UNDECIDED' : ''}`,
    );
    return found;
  } finally {
    await stage.clear();
  }
}

function figuresOf(
  paired: PairedRates<'fresh' | 'worker' | 'kept' | 'again'>,
  deliveries: number,
  processor: number,
): Webhooks {
  const control = paired.ratio('again', 'fresh');
  return {
    inFlight: IN_FLIGHT,
    deliveries,
    worker: paired.rate('worker'),
    fresh: paired.rate('fresh'),
    kept: paired.rate('kept'),
    toFresh: paired.ratio('worker', 'fresh'),
    toKept: paired.ratio('worker', 'kept'),
    control,
    undecided: control.low < 0.9 || control.high > 1.1,
    processor,
  };
}

const shown = ({ median: middle, low, high }: Estimate): string =>
  `${middle.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
