import { systemActor } from '../../../common/actor';
import { tenantIdFrom } from '../../../common/records/ids';
import type { WatchedRequest } from '../../../platform/http';
import { MOST_OF_TOKEN, MOST_WAITING, RequestCounts } from './request-counts';

const TENANT = tenantIdFrom('01234567-89ab-4def-8123-456789abcdef');
const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);
const asked = (route: string, tokenId = 1, what = 'FORBIDDEN_ABILITY'): WatchedRequest => ({
  action: 'refused',
  actor: { ...systemActor(TENANT), tokenId },
  route,
  what,
});

describe('RequestCounts', () => {
  it('counts requests of one token, route, code and minute together', () => {
    const counts = new RequestCounts();
    counts.add(asked('GET /a'), at('10:00:01'));
    counts.add(asked('GET /a'), at('10:00:59.999'));
    counts.add(asked('GET /a'), at('10:01:00'));
    counts.add(asked('GET /b'), at('10:00:02'));
    counts.add(asked('GET /a', 2), at('10:00:03'));
    counts.add(asked('GET /a', 1, 'SELF_APPROVAL_FORBIDDEN'), at('10:00:04'));
    counts.add({ ...asked('GET /a'), action: 'exported' }, at('10:00:05'));
    const taken = counts.take();
    expect(
      taken.map(({ action, route, what, actor, minute, count }) => [action, route, what, actor.tokenId, minute, count]),
    ).toEqual([
      ['refused', 'GET /a', 'FORBIDDEN_ABILITY', 1, at('10:00:00'), 2],
      ['refused', 'GET /a', 'FORBIDDEN_ABILITY', 1, at('10:01:00'), 1],
      ['refused', 'GET /b', 'FORBIDDEN_ABILITY', 1, at('10:00:00'), 1],
      ['refused', 'GET /a', 'FORBIDDEN_ABILITY', 2, at('10:00:00'), 1],
      ['refused', 'GET /a', 'SELF_APPROVAL_FORBIDDEN', 1, at('10:00:00'), 1],
      ['exported', 'GET /a', 'FORBIDDEN_ABILITY', 1, at('10:00:00'), 1],
    ]);
    expect(taken[0]).toMatchObject({ firstAt: at('10:00:01'), lastAt: at('10:00:59.999') });
    expect(counts.take()).toEqual([]);
  });

  it('does not return the current minute', () => {
    const counts = new RequestCounts();
    counts.add(asked('GET /a'), at('10:00:30'));
    expect(counts.take(at('10:00:59.999'))).toEqual([]);
    expect(counts.take(at('10:01:00'))).toHaveLength(1);
  });

  it('counts further requests of a token’s minute in one entry', () => {
    const counts = new RequestCounts();
    for (let route = 0; route < MOST_OF_TOKEN + 30; route++) counts.add(asked(`GET /${route}`), at('10:00:00'));
    counts.add(asked('GET /0'), at('10:00:01'));
    counts.add(asked('GET /0', 2), at('10:00:01'));
    const taken = counts.take();
    expect(taken).toHaveLength(MOST_OF_TOKEN + 2);
    expect(taken.find(({ route }) => route === '*')).toMatchObject({ what: '*', count: 30, firstAt: at('10:00:00') });
    expect(taken[0]).toMatchObject({ route: 'GET /0', count: 2 });
    // The next minute has a new limit.
    counts.add(asked('GET /new'), at('10:00:02'));
    expect(counts.take()).toMatchObject([{ route: 'GET /new' }]);
  });

  it('keeps the first and the last time when counts are added again', () => {
    const counts = new RequestCounts();
    const by = (requestId: string): WatchedRequest => ({
      ...asked('GET /a'),
      actor: { ...asked('GET /a').actor, requestId },
    });
    counts.add(by('first'), at('10:00:10'));
    counts.add(by('second'), at('10:00:20'));
    const taken = counts.take();
    counts.add(by('later'), at('10:00:15'));
    counts.putBack(taken);
    const first = { count: 3, firstAt: at('10:00:10'), actor: { requestId: 'first' } };
    expect(counts.take()).toMatchObject([{ ...first, lastAt: at('10:00:20') }]);
    counts.add(by('latest'), at('10:00:30'));
    counts.putBack(taken);
    expect(counts.take()).toMatchObject([{ ...first, lastAt: at('10:00:30') }]);
    counts.putBack(taken);
    counts.add(by('latest'), at('10:00:30'));
    expect(counts.take()).toMatchObject([{ ...first, lastAt: at('10:00:30') }]);
  });

  it('keeps counts that could not be saved, up to the maximum', () => {
    const counts = new RequestCounts();
    for (let token = 0; token < MOST_WAITING; token++) counts.add(asked('GET /a', token), at('10:00:00'));
    counts.add(asked('GET /a', 1), at('10:00:01'));
    counts.add(asked('GET /a', -1), at('10:00:01'));
    expect([counts.takeLost(), counts.takeLost()]).toEqual([1, 0]);
    const taken = counts.take();
    expect(taken).toHaveLength(MOST_WAITING);
    counts.putBack(taken);
    const again = counts.take();
    expect(again).toHaveLength(MOST_WAITING);
    expect(again[1]).toMatchObject({
      count: 2,
      minute: at('10:00:00'),
      firstAt: at('10:00:00'),
      lastAt: at('10:00:01'),
    });
  });
});
