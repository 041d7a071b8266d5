import type { DataSource } from 'typeorm';
import { ETags } from './etags';

const started = async (...rows: readonly { finished: Date | null }[]): Promise<ETags> => {
  const etags = new ETags({ query: () => Promise.resolve(rows) } as unknown as DataSource);
  await etags.onApplicationBootstrap();
  return etags;
};

describe('the ETag of a version', () => {
  it('equals the version without a restore', async () => {
    const etags = await started({ finished: null });
    expect(etags.of('3')).toBe('"3"');
    expect(etags.versionsIn(['3', '4'])).toEqual(['3', '4']);
    expect(etags.versionsIn('any')).toBe('any');
    expect(etags.versionsIn(undefined)).toBeUndefined();
  });

  it('never matches a weak tag, which remains recognizable as weak after a restore', async () => {
    const etags = await started({ finished: new Date('2026-03-10T14:05:00Z') });
    expect(etags.versionsIn(['W/"3"', '3'])).toEqual(['W/"3"']);
  });

  it('from before a restore, or between two, matches no version afterwards', async () => {
    const [never, once, twice] = await Promise.all([
      started({ finished: null }),
      started({ finished: new Date('2026-03-10T14:05:00Z') }),
      started({ finished: new Date('2026-03-10T14:05:00.001Z') }),
    ]);
    const tags = [never, once, twice].map((etags) => etags.of('7').slice(1, -1));
    expect(new Set(tags).size).toBe(3);
    for (const [place, etags] of [never, once, twice].entries()) {
      if (place > 0) expect(etags.versionsIn(tags)).toEqual(['7']);
    }
    expect(never.versionsIn(tags)).not.toContain('');
    expect(never.versionsIn(tags)?.includes('7')).toBe(true);
  });
});
