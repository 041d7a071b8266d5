import { Echoes } from './stop-signals';

describe('a signal', () => {
  it('is the same request if it is repeated at once, by a wrapper', () => {
    const echoes = new Echoes();
    expect(echoes.isEcho('SIGINT', 10_000)).toBe(false);
    expect(echoes.isEcho('SIGINT', 11_000)).toBe(true);
  });

  it('is another request if it is repeated later, or is a different one', () => {
    const echoes = new Echoes();
    expect(echoes.isEcho('SIGINT', 10_000)).toBe(false);
    expect(echoes.isEcho('SIGINT', 11_500)).toBe(false);
    expect(echoes.isEcho('SIGTERM', 11_600)).toBe(false);
    expect(echoes.isEcho('SIGTERM', 11_700)).toBe(true);
  });
});
