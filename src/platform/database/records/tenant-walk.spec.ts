import { tenantIdFrom } from '../../../common/records/ids';
import { visitTenants } from './tenant-walk';

const IDS = [1, 2, 3, 4].map((number) => tenantIdFrom(`00000000-0000-4000-8000-00000000000${number}`));

describe('a walk over tenants', () => {
  it('visits each in order, and reports its progress', async () => {
    const [visited, places]: [string[], string[]] = [[], []];
    const walked = await visitTenants(IDS, { at: (done, total) => places.push(`${done}/${total}`) }, (id) =>
      Promise.resolve(visited.push(id)),
    );
    expect(walked).toEqual({ tenants: 4, complete: true, stopped_after: null });
    expect(visited).toEqual(IDS);
    expect(places).toEqual(['0/4', '1/4', '2/4', '3/4', '4/4']);
  });

  it.each([0, 1, 2, 3])('continues after a stop at %i tenants, without repeating or omitting one', async (stop) => {
    const visited: string[] = [];
    const work = (id: string) => Promise.resolve(visited.push(id));
    const first = await visitTenants(IDS, { isStopped: () => visited.length === stop }, work);
    expect(first).toEqual({ tenants: stop, complete: false, stopped_after: IDS[stop - 1] ?? null });
    const second = await visitTenants(IDS, { after: first.stopped_after ?? undefined }, work);
    expect(second).toEqual({ tenants: 4 - stop, complete: true, stopped_after: null });
    expect(visited).toEqual(IDS);
  });

  it('retains its position if it is stopped again at once', async () =>
    expect(await visitTenants(IDS, { after: IDS[1], isStopped: () => true }, () => Promise.resolve())).toEqual({
      tenants: 0,
      complete: false,
      stopped_after: IDS[1],
    }));
});
