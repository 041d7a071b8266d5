import type { Responder } from '../../../src/dev/receiver/webhook-receiver';

/** Says 200, so many milliseconds later. */
export function answersLate(milliseconds: number): Responder {
  return (_call, response) => void setTimeout(() => response.end('ok'), milliseconds);
}
