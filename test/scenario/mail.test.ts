import type { AddressInfo } from 'node:net';
import { Client as Postgres } from 'pg';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { awaitedLater } from '../support/awaited-later';
import { ManualClock } from '../support/manual-clock';
import { MailDispatch } from '../../src/organisation/notifications';
import { Service, startApp, storyClock } from '../support/app';
import { locksAwaitedIn } from '../support/at-once';
import { invitationTokenIn, readMail, type ReadMail } from '../support/mail';
import { eventually } from '../support/webhooks/delivering';

/** A mail server that can be closed or reject a recipient. */
class PostOffice {
  readonly received: (ReadMail & { readonly envelope: string[] })[] = [];
  refusing: string | undefined;
  closed = false;
  /** The number of connections, including rejected ones. */
  visits = 0;
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      this.visits += 1;
      done(this.closed ? new Error('Closed for the night') : null);
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address === this.refusing ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        this.received.push({ ...readMail(Buffer.concat(chunks).toString()), envelope: recipients(session) });
        done();
      });
    },
  });

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.server.address() as AddressInfo).port;
  }

  async shutDown(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }
}

const recipients = (session: SMTPServerSession): string[] => session.envelope.rcptTo.map(({ address }) => address);

describe('Mail through an SMTP server', () => {
  const office = new PostOffice();
  let clock: ManualClock;
  let service: Service;
  let owner: Postgres;

  beforeAll(async () => {
    const port = await office.open();
    clock = storyClock();
    service = await startApp({
      clock,
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Najd Procurement <post@najd.example>' },
    });
    owner = new Postgres(service.adminUrl);
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await service.stop();
    await office.shutDown();
  });

  const dispatch = () => service.app.get(MailDispatch);
  const sweep = async (): Promise<void> => {
    dispatch().wake();
    await dispatch().settled();
  };
  let people = 0;
  const invite = async (email = `person${(people += 1)}@example.com`): Promise<string> => {
    await service.client().post('/users', { name_en: 'سارة Sara', email, role: 'viewer' }, 201);
    await dispatch().settled();
    return email;
  };
  const waiting = async (): Promise<object[]> =>
    (await owner.query<object>('SELECT recipient, attempts FROM outgoing_mail ORDER BY id')).rows;
  const mailsTo = (email: string) => office.received.filter(({ envelope }) => envelope.includes(email));

  it('is sent as soon as the invitation is committed, and its row is deleted', async () => {
    const email = await invite();
    const [mail] = mailsTo(email);
    expect(mail).toMatchObject({
      from: 'Najd Procurement <post@najd.example>',
      to: `سارة Sara <${email}>`,
      envelope: [email],
    });
    expect(mail?.messageId).toMatch(/@najd\.example>$/);
    const token = invitationTokenIn(mail as ReadMail);
    await service.client().as(undefined).post('/invitations/accept', { token }, 200);
    expect(await waiting()).toEqual([]);
  });

  it('is stored with its link encrypted', async () => {
    office.closed = true;
    const email = await invite();
    const { rows } = await owner.query<{ all: string }>('SELECT row_to_json(m)::text AS all FROM outgoing_mail m');
    expect(rows[0]?.all).toContain(email);
    expect(rows[0]?.all).not.toContain('inv_');
    expect(rows[0]?.all).not.toContain('/invitations');
    office.closed = false;
    clock.advance(60_000);
    await sweep();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('is retried with growing delays and arrives once when the server is back', async () => {
    office.closed = true;
    const email = await invite();
    expect(await waiting()).toEqual([{ recipient: email, attempts: 1 }]);
    clock.advance(59_999);
    await sweep();
    expect(await waiting()).toEqual([{ recipient: email, attempts: 1 }]);
    clock.advance(1);
    await sweep();
    expect(await waiting()).toEqual([{ recipient: email, attempts: 2 }]);
    office.closed = false;
    clock.advance(300_000);
    await sweep();
    await sweep();
    expect(mailsTo(email)).toHaveLength(1);
    expect(await waiting()).toEqual([]);
  });

  it('is not retried for a mailbox that the server rejects, and other mail does not wait', async () => {
    office.refusing = 'nobody@example.com';
    await invite('nobody@example.com');
    expect(await waiting()).toEqual([]);
    const email = await invite();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo('nobody@example.com')).toHaveLength(0);
  });

  it('is tried seven times within a day, and not an eighth time', async () => {
    office.closed = true;
    const before = office.visits;
    const email = await invite();
    for (const [index, seconds] of [60, 300, 1_800, 7_200, 21_600, 43_200].entries()) {
      expect(await waiting()).toEqual([{ recipient: email, attempts: index + 1 }]);
      clock.advance(seconds * 1000 - 1);
      await sweep();
      expect(office.visits - before).toBe(index + 1);
      clock.advance(1);
      await sweep();
    }
    expect(await waiting()).toEqual([]);
    office.closed = false;
    clock.advance(86_400_000);
    await sweep();
    expect(office.visits - before).toBe(7);
    expect(mailsTo(email)).toHaveLength(0);
  });

  it('is sent completely in one run, regardless of the number', async () => {
    office.closed = true;
    const emails = [];
    // Claimed in batches of five: the eleventh is in the third batch.
    for (let count = 1; count <= 11; count += 1) emails.push(await invite());
    office.closed = false;
    clock.advance(60_000);
    await sweep();
    expect(emails.map((email) => mailsTo(email).length)).toEqual(emails.map(() => 1));
    expect(await waiting()).toEqual([]);
  });

  it('is sent after a crash of the sending process', async () => {
    office.closed = true;
    const email = await invite();
    // The state that a process leaves when it dies during sending: leased, never finished.
    await owner.query('UPDATE outgoing_mail SET due_at = $1', [new Date(clock.now().getTime() + 120_000)]);
    office.closed = false;
    await sweep();
    expect(mailsTo(email)).toHaveLength(0);
    clock.advance(120_000);
    await sweep();
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('is not sent for a transaction that was rolled back', async () => {
    const before = office.received.length;
    const input = { name_en: 'x', email: 'y@example.com', role: 'viewer', department_id: 999 };
    await service.client().post('/users', input, 422);
    await sweep();
    expect(office.received).toHaveLength(before);
  });

  it('is left to the process that has claimed it, and other mail is sent meanwhile', async () => {
    office.closed = true;
    const first = await invite();
    const rest = [await invite(), await invite()];
    office.closed = false;
    clock.advance(60_000);
    // Another dispatcher, stopped between its claim and its commit.
    const other = await service.owner.connect();
    try {
      await other.query('BEGIN');
      const leaseEnds = new Date(clock.now().getTime() + 120_000);
      const claimed = await other.query('SELECT * FROM claim_mail($1, $2, 1)', [clock.now(), leaseEnds]);
      expect(claimed.rowCount).toBe(1);
      const swept = { isOver: false };
      const sweeping = awaitedLater(sweep().finally(() => (swept.isOver = true)));
      await eventually(async () => swept.isOver || (await locksAwaitedIn(service)) > 0);
      expect(await locksAwaitedIn(service)).toBe(0);
      await sweeping;
      expect(rest.map((email) => mailsTo(email).length)).toEqual([1, 1]);
      await other.query('COMMIT');
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await sweep();
    expect(mailsTo(first)).toHaveLength(0);
    clock.advance(120_000);
    await sweep();
    expect([first, ...rest].map((email) => mailsTo(email).length)).toEqual([1, 1, 1]);
  });

  it('is sent once when two dispatchers run at the same time', async () => {
    office.closed = true;
    const emails = [await invite(), await invite(), await invite()];
    office.closed = false;
    clock.advance(60_000);
    const beside = await startApp({ clock, beside: service });
    const other = beside.app.get(MailDispatch);
    other.wake();
    await Promise.all([sweep(), other.settled()]);
    await beside.stop();
    expect(emails.map((email) => mailsTo(email).length)).toEqual([1, 1, 1]);
  });
});
