import { connectFormA, connectFormB } from 'procurement-client';

/** Arguments: address, an admin token, a token of the smallest plan, the file of known webhook answers. */
export const [baseUrl = '', token = '', smallToken = '', knownAnswers = ''] = process.argv.slice(2);

export const formA = connectFormA({ baseUrl, token });
export const formB = connectFormB({ baseUrl: `${baseUrl}/`, token: () => Promise.resolve(token) });

type Send = typeof fetch;

/** What a call is refused with. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused');
}

/** The real `fetch`, less the first answer: the service did what it was asked and nobody heard of it. */
export function losingTheFirstAnswer(keys: (string | null)[]): Send {
  return async (request, init) => {
    keys.push((request as Request).headers.get('idempotency-key'));
    const response = await fetch(request, init);
    if (keys.length > 1) return response;
    await response.arrayBuffer();
    throw new TypeError('connection reset');
  };
}

/** The real `fetch` behind a gateway that turns the first requests away. */
export function turnedAway(answers: Response[]): Send {
  return async (request, init) => answers.shift() ?? fetch(request, init);
}
