import type { Message } from '../../common/errors';
import { MAX_QUERY_BYTES, MAX_QUERY_PARAMETERS } from '../request/limits';

/**
 * Counts the parameters of a query string before it is parsed: Express's parser silently drops those after the thousandth.
 * @param url ASCII, as Node's parser lets nothing else through
 * @param start where the query begins, after the `?`
 * @returns what there is too much of, or nothing
 */
export function scanQuery(url: string, start: number): Message | undefined {
  if (url.length - start > MAX_QUERY_BYTES) return { key: 'error.query_too_long', params: { max: MAX_QUERY_BYTES } };
  let parameters = 1;
  for (let at = url.indexOf('&', start); at !== -1; at = url.indexOf('&', at + 1)) parameters += 1;
  return parameters > MAX_QUERY_PARAMETERS
    ? { key: 'error.query_parameters', params: { max: MAX_QUERY_PARAMETERS } }
    : undefined;
}
