import type { Figures } from '../support/figures';
import type { Stage } from '../support/stage';

/** Result of a failure test, in addition to the findings about events. */
export interface Pulled {
  /** Attempts in progress at the time of the failures. At most this many may be repeated. */
  readonly inFlight: number;
  readonly figures: Figures;
  /** Maximum values of figures. */
  readonly targets?: Figures;
}

/** Causes a failure on a stage without processes. Every committed event is delivered at the end. */
export type Plug = (stage: Stage) => Promise<Pulled>;
