import { freePorts, isFree } from './ports';

describe('free ports', () => {
  it('are all different, in the requested number, and released immediately', async () => {
    const ports = await freePorts(50);
    expect(new Set(ports).size).toBe(50);
    // Another process may have taken some of them meanwhile.
    expect(await Promise.all(ports.map(isFree))).toContain(true);
  });
});
