import { connectFormA, connectFormB } from 'procurement-client';

/** Arguments: address, an admin token, a token of the smallest plan, the file of known webhook signatures. */
export const [baseUrl = '', token = '', smallToken = '', knownAnswers = ''] = process.argv.slice(2);

export const formA = connectFormA({ baseUrl, token });
export const formB = connectFormB({ baseUrl: `${baseUrl}/`, token: () => Promise.resolve(token) });

type Send = typeof fetch;

/** Returns the error of a call. */
export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused');
}

/** The real `fetch` without the first response: the service executed the request, but the client gets no response. */
export function losingTheFirstAnswer(keys: (string | null)[]): Send {
  return async (request, init) => {
    keys.push((request as Request).headers.get('idempotency-key'));
    const response = await fetch(request, init);
    if (keys.length > 1) return response;
    await response.arrayBuffer();
    throw new TypeError('connection reset');
  };
}

/** The real `fetch` behind a gateway that rejects the first requests. */
export function turnedAway(answers: Response[]): Send {
  return async (request, init) => answers.shift() ?? fetch(request, init);
}
