import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { createWithoutApi } from '../../src/application';
import { readEnvironment } from '../../src/platform/config';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { migrate } from '../../src/platform/database/schema/migrate';
import { assertEncoding } from '../../src/platform/database/schema/pending-migrations';
import { withClient } from '../../tools/servers/databases';
import { ranAlone } from '../support/command';
import { faults, soundInstallation } from '../support/doctor';
import { addressOf, type FreshDatabase, freshDatabase } from '../support/servers/database';
import { currentRun, namePrefix } from '../support/servers/run';

const folder = mkdtempSync(join(tmpdir(), 'procurement-encoding-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('A database with the encoding SQL_ASCII', () => {
  const { adminUrl, login, owner, id } = currentRun();
  const name = `${namePrefix(id)}_${randomBytes(6).toString('hex')}`;
  const said = `The database ${name} has the encoding SQL_ASCII; it must be UTF8`;
  const command = 'createdb --encoding=UTF8 --template=template0';

  beforeAll(() =>
    withClient(adminUrl, (client) =>
      client.query(`CREATE DATABASE ${name} OWNER "${owner.name}" ENCODING 'SQL_ASCII' TEMPLATE template0 LOCALE 'C'`),
    ),
  );
  afterAll(() => withClient(adminUrl, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`)));

  const sound = () => soundInstallation(addressOf(adminUrl, name, login), folder);

  it('is rejected by migrate, which creates nothing in it', async () => {
    const url = addressOf(adminUrl, name, owner);
    const {
      code,
      said: printed,
      complained,
    } = await ranAlone(['migrate'], { ...(await sound()), DATABASE_MIGRATION_URL: url });
    expect([code, printed]).toEqual([1, '']);
    expect(complained).toContain(said);
    expect(complained).toContain(command);
    expect(complained).not.toMatch(/^ {4}at /m);
    const tables = await withClient(url, (client) =>
      client.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`),
    );
    expect(tables.rowCount).toBe(0);
  });

  it("prevents a start, and is a problem in the doctor's report", async () => {
    const environment = await sound();
    await expect(createWithoutApi(readEnvironment(environment))).rejects.toMatchObject({
      ...{ message: said, hint: expect.stringContaining(command) },
    });
    expect(await faults(environment)).toContainEqual({
      ...{ check: 'encoding', state: 'problem', said },
      todo: expect.stringContaining(command),
    });
  });
});

describe('A client encoding other than UTF8', () => {
  let database: FreshDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  it('causes an error if it is set later on the connection', async () => {
    const source = await createDataSource({ url: database.ownerUrl, poolSize: 1 }).initialize();
    await source.query(`SET client_encoding = 'LATIN1'`);
    await expect(assertEncoding(source)).rejects.toThrow(/has the client encoding LATIN1; it must be UTF8/);
    await source.destroy();
  });

  it('in the database or the environment has no effect, because the service sets UTF8', async () => {
    const name = new URL(database.adminUrl).pathname.slice(1);
    await withClient(database.adminUrl, (client) =>
      client.query(`ALTER DATABASE ${name} SET client_encoding = 'LATIN1'`),
    );
    const environment = await soundInstallation(addressOf(database.adminUrl, name, currentRun().login), folder);
    expect(await migrate(database.ownerUrl)).toEqual([]);
    expect(await faults(environment)).toEqual([]);
    const { said } = await ranAlone(['doctor', '--json'], { ...environment, PGCLIENTENCODING: 'LATIN1' });
    expect(JSON.parse(said)).toMatchObject({ starts: true });
  });
});
