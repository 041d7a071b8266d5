import type { INestApplicationContext } from '@nestjs/common';
import type { VerificationResults } from '../../../platform/monitoring';

/** How far a verification went. */
interface Walked {
  /** It began behind this tenant. */
  readonly after?: string | undefined;
  readonly complete: boolean;
}

/**
 * Keeps what a verification found, for the metrics. One of a part of the tenants is kept where it found something: that nothing is
 * wrong with the others, it does not know.
 */
export async function keepResult(
  app: INestApplicationContext,
  subject: Parameters<VerificationResults['keep']>[0],
  { after, complete }: Walked,
  faults: number,
): Promise<void> {
  if (faults === 0 && !(complete && after === undefined)) return;
  const { VerificationResults: Results } = await import('../../../platform/monitoring/index.js');
  await app.get(Results).keep(subject, faults);
}
