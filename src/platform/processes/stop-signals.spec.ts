import { Echoes } from './stop-signals';

describe('a signal', () => {
  it('that comes again at once is the same request, passed on by a wrapper', () => {
    const echoes = new Echoes();
    expect(echoes.isEcho('SIGINT', 10_000)).toBe(false);
    expect(echoes.isEcho('SIGINT', 11_000)).toBe(true);
  });

  it('that comes again later, or another one, is another request', () => {
    const echoes = new Echoes();
    expect(echoes.isEcho('SIGINT', 10_000)).toBe(false);
    expect(echoes.isEcho('SIGINT', 11_500)).toBe(false);
    expect(echoes.isEcho('SIGTERM', 11_600)).toBe(false);
    expect(echoes.isEcho('SIGTERM', 11_700)).toBe(true);
  });
});
