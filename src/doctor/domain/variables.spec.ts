import { unknownVariables } from './variables';

const KNOWN = ['DATABASE_URL', 'REDIS_URL', 'WEBHOOK_RETRY_DELAYS', 'PUBLIC_URL', 'PORT', 'HOST', 'PDF_QUEUE_LIMIT'];

describe('variables that nothing reads', () => {
  it.each([
    ['DATABASE_URI', /Did you mean DATABASE_URL\?/],
    ['PUBLIK_URL', /Did you mean PUBLIC_URL\?/],
    ['WEBHOOK_RETRY_DELAY', /Did you mean WEBHOOK_RETRY_DELAYS\?/],
    ['PDF_WORKERS', /Remove it, or correct its name/],
  ])('%s is one', (name, todo) => {
    expect(unknownVariables([name], KNOWN)).toEqual([
      {
        state: 'warning',
        said: `${name} is set, and nothing reads it`,
        todo: expect.stringMatching(todo),
      },
    ]);
  });

  it('are not those that are read, those of others, or those that an orchestrator makes of the name of a service', () => {
    const others = ['PATH', 'HOME', 'PORTS', 'NODE_OPTIONS', 'HTTP_PROXY', 'AWS_SECRET_ACCESS_KEY', 'LANG'];
    const made = ['REDIS_SERVICE_HOST', 'REDIS_PORT', 'REDIS_PORT_6379_TCP_ADDR', 'DATABASE_SERVICE_PORT_POSTGRES'];
    expect(unknownVariables([...KNOWN, ...others, ...made], KNOWN)).toEqual([]);
  });
});
