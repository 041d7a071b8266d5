import {
  ApiError,
  ConnectionError,
  PreconditionFailedError,
  RateLimitError,
  ValidationError,
  connectFormA,
  connectFormB,
  type ErrorCode,
} from 'procurement-client';
import { baseUrl, formA, formB, refusal, smallToken, token } from './surroundings.js';

export async function refusals() {
  const invalid = await refusal(formA.vendors.create({ body: { name: '' } }));
  const arabic = connectFormB({ baseUrl, token, language: 'ar' });
  const missing = await refusal(arabic.vendors.get({ path: { id: 999_999 } }));
  const stranger = await refusal(connectFormA({ baseUrl, token: 'pst_nobody' }).me.get());
  const { data: reader } = await formA.tokens.create({ body: { name: 'Reader', abilities: ['read'] } });
  const lesser = connectFormB({ baseUrl, token: reader.data.token });
  const unable = await refusal(lesser.vendors.create({ body: { name: 'Najd Steel' } }));
  const offline = await refusal(
    connectFormA({ baseUrl: 'http://127.0.0.1:9', token, retry: { attempts: 1 } }).me.get(),
  );
  const given = new AbortController();
  given.abort(new Error('changed my mind'));
  const code: ErrorCode | undefined = missing instanceof ApiError ? missing.code : undefined;
  return {
    invalid: invalid instanceof ValidationError && { code: invalid.code, fields: Object.keys(invalid.fields) },
    missing: missing instanceof ApiError && { code, name: missing.name, message: missing.message },
    hasRequestId: missing instanceof ApiError && missing.requestId !== undefined,
    stranger: stranger instanceof ApiError && { code: stranger.code, name: stranger.name, status: stranger.status },
    pages: [stranger, unable].map((one) => one instanceof ApiError && one.docUrl),
    offline: offline instanceof ConnectionError,
    givenUp: String(await refusal(formA.me.get({ signal: given.signal }))),
  };
}

export async function lostUpdate() {
  const { data: vendor } = await formA.vendors.create({ body: { name: 'Al Wadi Cement' } });
  const path = { id: vendor.data.id };
  const { response } = await formA.vendors.get({ path });
  const headers = { 'If-Match': response.headers.get('etag') ?? '' };
  await formA.vendors.update({ path, headers, body: { name: 'Al Wadi' } });
  const late = await refusal(formB.vendors.update({ path, headers, body: { name: 'Wadi' } }));
  return late instanceof PreconditionFailedError && late.status;
}

export async function limit() {
  const small = connectFormA({ baseUrl, token: smallToken, retry: { attempts: 1 } });
  let passed = 0;
  const refused = await refusal(
    (async () => {
      for (; passed < 130; passed += 1) await small.me.get();
    })(),
  );
  return refused instanceof RateLimitError && { code: refused.code, waits: (refused.retryAfter ?? 0) > 0, passed };
}
