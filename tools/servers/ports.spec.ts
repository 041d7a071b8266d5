import { freePorts, isFree } from './ports';

describe('free ports', () => {
  it('are all different, in the requested number, and released immediately', async () => {
    const ports = await freePorts(50);
    expect(new Set(ports).size).toBe(50);
    expect(await isFree(ports[0] ?? 0)).toBe(true);
  });
});
