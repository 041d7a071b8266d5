import { StartRefusal } from '../../common/errors/start-refusal';
import { ConfigurationError } from '../config';
import { migrationFailure, type StartFacts, startFailure } from './start-failure';

const FACTS: StartFacts = {
  DATABASE_URL: 'postgres://app:pass%40word@db.example:5433/procurement',
  DATABASE_ROLE: 'procurement_service',
  DATABASE_CONNECT_TIMEOUT_MS: 10_000,
  PORT: 3000,
  ADMIN_PORT: 3001,
};

const fault = (message: string, more: object): Error => Object.assign(new Error(message), more);

describe('the report of a failed start', () => {
  it.each([
    ['28P01', /db\.example:5433 refuses the password of app/, /DATABASE_URL/],
    ['28000', /does not let app log in/, /ALTER ROLE app LOGIN.*pg_hba/],
    ['3D000', /no database procurement at db\.example:5433/, /CREATE DATABASE procurement/],
    ['42501', /app may not act as the role procurement_service/, /GRANT procurement_service TO app;/],
    ['22023', /no role procurement_service/, /migrate.*GRANT procurement_service TO app;/],
    ['42P01', /procurement has no tables/, /migrate/],
    ['53300', /no connection left/, /max_connections/],
    ['57P03', /starting up/, /again/],
    ['ECONNREFUSED', /db\.example:5433 refuses the connection/, /DATABASE_URL/],
    ['ENOTFOUND', /name that is not known/, /DATABASE_URL/],
  ])('describes the PostgreSQL error %s', (code, msg, hint) => {
    const failure = startFailure(fault('whatever it says', { code }), FACTS);
    expect(failure).toEqual({
      failed: 'database',
      msg: expect.stringMatching(msg),
      hint: expect.stringMatching(hint),
    });
    expect(JSON.stringify(failure)).not.toMatch(/pass(%40|@)word/);
  });

  it('uses the error of the driver, and the connect timeout', () => {
    expect(startFailure(fault('query failed', { driverError: { code: '42501' } }), FACTS).hint).toMatch(/^As an admin/);
    const late = startFailure(new Error('timeout exceeded when trying to connect'), FACTS);
    expect(late.msg).toBe('PostgreSQL at db.example:5433 does not answer within 10000 ms');
  });

  it.each([
    [3000, 'PORT', 'listen'],
    [3001, 'ADMIN_PORT', 'listen'],
    // With several processes a worker requests the port from the primary, and gets another name of the failed call.
    [3000, 'PORT', 'bind'],
    [3001, 'ADMIN_PORT', 'bind'],
  ])('contains the variable of port %i (%s) when %s failed', (port, variable, syscall) => {
    const failure = startFailure(fault(syscall, { code: 'EADDRINUSE', syscall, port }), FACTS);
    expect(failure.msg).toBe(`Port ${port} is in use`);
    expect(failure.hint).toContain(`set ${variable} `);
    const forbidden = startFailure(fault(syscall, { code: 'EACCES', syscall, port }), FACTS);
    expect(forbidden.msg).toBe(`Port ${port} cannot be listened on (EACCES)`);
  });

  it('of a migration covers only its connection as the owner, not errors of the migration', () => {
    const facts = { ...FACTS, DATABASE_MIGRATION_URL: 'postgres://owner@primary.example/procurement' };
    const refused = migrationFailure(fault('connect', { code: 'ECONNREFUSED' }), facts);
    expect(refused?.msg).toBe('PostgreSQL at primary.example refuses the connection');
    expect(refused?.hint).toMatch(/correct DATABASE_MIGRATION_URL\.$/);
    const same = { ...FACTS, DATABASE_MIGRATION_URL: FACTS.DATABASE_URL };
    expect(migrationFailure(fault('connect', { code: 'ECONNREFUSED' }), same)?.hint).toMatch(/correct DATABASE_URL\.$/);
    const lock = 'canceling statement due to lock timeout';
    for (const code of ['42501', '22023', '42P01', '55P03'])
      expect(migrationFailure(fault(lock, { code }), facts)).toBeUndefined();
  });

  it('lists every fault of the configuration', () => {
    const faults = ['DATABASE_URL: required', 'PORT: must be a port'];
    expect(startFailure(new ConfigurationError(faults))).toMatchObject({
      failed: 'configuration',
      msg: 'The configuration is not valid: DATABASE_URL: required; PORT: must be a port',
      faults,
    });
  });

  it('is the message of a StartRefusal', () => {
    const refusal = startFailure(new StartRefusal('Not with this', 'Take that.'), FACTS);
    expect(refusal).toEqual({ failed: 'start', msg: 'Not with this', hint: 'Take that.' });
  });

  it('is one line without URL passwords for any other error', () => {
    expect(startFailure(new Error('first\n  second of amqp://user:secret@host/x'), FACTS).msg).toBe(
      'first second of amqp://host/x',
    );
    expect(startFailure('a string').msg).toBe('a string');
  });
});
