import type { TenantId } from '../../../common/records/ids';
import { ImportUploads } from './import-uploads';

const MB = 1024 * 1024;
const [busy, quiet] = ['busy' as TenantId, 'quiet' as TenantId];

describe('ImportUploads', () => {
  const uploads = (all: number) =>
    new ImportUploads({ IMPORT_MAX_MB: 100, IMPORT_MAX_INSTANCE_MB: all, WEB_CONCURRENCY: 1 });

  it('lets two of twelve concurrent uploads complete and rejects the others', () => {
    const places = uploads(400);
    let under = Array.from({ length: 12 }, () => places.begin(busy));
    expect(under.at(-1)?.ofTenant).toBe(12);
    for (let mb = 1; mb <= 100; mb += 1) {
      under = under.filter(({ add, end }) => {
        try {
          add(MB);
          return true;
        } catch {
          end();
          return false;
        }
      });
    }
    expect(under).toHaveLength(2);
    // The other half is reserved for other tenants.
    places.begin(quiet).add(100 * MB);
    for (const { end } of under) end();
    expect(places.begin(busy).ofTenant).toBe(1);
  });

  it('accepts one file of the maximum size with any limit of the instance', () => {
    const places = uploads(1);
    const first = places.begin(busy);
    first.add(100 * MB);
    expect(() => places.begin(quiet).add(1)).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
    first.end();
    first.end();
    places.begin(quiet).add(100 * MB);
  });
});
