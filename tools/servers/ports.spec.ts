import { freePorts, isFree } from './ports';

describe('free ports', () => {
  it('are as many as are asked for, each another one, and free again at once', async () => {
    const ports = await freePorts(50);
    expect(new Set(ports).size).toBe(50);
    expect(await isFree(ports[0] ?? 0)).toBe(true);
  });
});
