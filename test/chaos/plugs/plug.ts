import type { Figures } from '../support/figures';
import type { Stage } from '../support/stage';

/** What came of pulling a plug, beside the verdict on the events. */
export interface Pulled {
  /** Attempts that were on their way at the pulls: as many may be made twice, and not one more. */
  readonly inFlight: number;
  readonly figures: Figures;
  /** The most that a figure may be. */
  readonly targets?: Figures;
}

/** Pulls a plug on a stage with no process on it, and leaves every event that was committed delivered. */
export type Plug = (stage: Stage) => Promise<Pulled>;
