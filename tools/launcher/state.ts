import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { endLeftOverPostgres } from '../servers/postgres';
import { startMark } from '../servers/processes';
import { endLeftOverRedis } from '../servers/redis';
import { isRoot, makeOwnFolder } from '../servers/unprivileged';

/** The demo tenant's administrator, as `seed:demo --json` first printed it. */
export interface DemoToken {
  /** Which database it is good for. */
  readonly database: string;
  readonly tenant: string;
  readonly token: string;
  /** That of the demo tenant under strict controls, where this checkout's first start made it. */
  readonly strict?: string;
}

/** What a development run keeps from one start to the next. Secrets: the file is its owner's alone. */
export interface StateRecord {
  /** Where this was written: a copy of the checkout must not take it for its own. */
  readonly checkout: string;
  /** Who wrote this; the data is that user's. */
  readonly uid: number | undefined;
  /** Holds the databases' data. */
  readonly servers: string;
  readonly superuserPassword: string;
  readonly ownerPassword: string;
  readonly servicePassword: string;
  readonly redisPassword: string;
  /** 32 bytes in base64. */
  readonly encryptionKey: string;
  /** What the key is called in `APP_ENCRYPTION_KEYS`; none in a state of before keys had ids, whose key stays without one. */
  readonly encryptionKeyId?: string;
  readonly demo?: DemoToken;
}

/** The state of one running copy. */
export class State {
  /**
   * @param copy 1, and up for further copies of the same checkout that run at the same time
   * @param folder `.procurement/<copy>`
   * @param lock what says that this copy runs
   */
  constructor(
    readonly copy: number,
    readonly folder: string,
    private readonly lock: string,
    private kept: StateRecord,
  ) {}

  get record(): StateRecord {
    return this.kept;
  }

  keep(change: Pick<StateRecord, 'demo'>): void {
    this.kept = { ...this.kept, ...change };
    write(this.folder, this.kept);
  }

  release(): void {
    releaseLock(this.lock);
  }
}

const FOLDER = '.procurement';
const MOST_COPIES = 20;
/** The id of the key that a new state is made with. */
const FIRST_KEY = 'first';
/** Root's databases stand here: they run as `nobody`, who may not pass through the checkout's parents. */
const ROOT_SERVERS = '/var/tmp';

/**
 * Takes the first copy's state that no running start holds, creating it where there is none.
 * @param root the checkout
 * @throws Error when the checkout cannot be written, or too many copies run
 */
export async function openState(root: string): Promise<State> {
  const checkout = realpathSync(root);
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const folder = join(checkout, FOLDER, String(copy));
    makeStateFolder(folder);
    if (statSync(folder).uid !== process.getuid?.()) continue;
    const lock = join(folder, 'lock.json');
    if (!takeLock(lock, checkout)) continue;
    return new State(copy, folder, lock, await ownRecord(checkout, folder, copy));
  }
  throw new Error(`${MOST_COPIES} copies run already, or ${FOLDER} holds another user's`);
}

function makeStateFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new Error(`${folder} cannot be written: start as the owner of the checkout, or remove ${FOLDER} in it`, {
      cause: error,
    });
  }
}

async function ownRecord(checkout: string, folder: string, copy: number): Promise<StateRecord> {
  const found = read(folder);
  if (found !== undefined && !isCopied(found, checkout, copy)) {
    if (isRoot) makeServersFolder(found.servers);
    return withOwner(folder, found);
  }
  // What a checkout was copied with is the other's: its data may have been copied while it was being written.
  for (const name of readdirSync(folder)) {
    if (!name.startsWith('lock.json')) rmSync(join(folder, name), { recursive: true, force: true });
  }
  const servers = isRoot ? join(ROOT_SERVERS, `procurement-${keyOf(checkout)}`, String(copy)) : folder;
  if (isRoot) await emptyServersFolder(servers);
  const record: StateRecord = {
    checkout,
    uid: process.getuid?.(),
    servers,
    superuserPassword: password(),
    ownerPassword: password(),
    servicePassword: password(),
    redisPassword: password(),
    encryptionKey: randomBytes(32).toString('base64'),
    encryptionKeyId: FIRST_KEY,
  };
  write(folder, record);
  return record;
}

/** A state of before the schema had an owner of its own gets a password for it. */
function withOwner(folder: string, found: Omit<StateRecord, 'ownerPassword'> & Partial<StateRecord>): StateRecord {
  const { ownerPassword } = found;
  const record = { ...found, ownerPassword: ownerPassword ?? password() };
  if (ownerPassword === undefined) write(folder, record);
  return record;
}

/** A checkout that was moved keeps its data; one that was copied, or given to another user, begins anew. */
function isCopied(record: StateRecord, checkout: string, copy: number): boolean {
  if (record.uid !== process.getuid?.()) return true;
  return record.checkout !== checkout && existsSync(join(record.checkout, FOLDER, String(copy), 'state.json'));
}

function makeServersFolder(servers: string): void {
  makeOwnFolder(join(servers, '..'));
  makeOwnFolder(servers);
}

/** Someone removed `.procurement` to begin again: the data outside it goes too, and the servers that still run on it. */
async function emptyServersFolder(servers: string): Promise<void> {
  makeServersFolder(servers);
  await endLeftOverPostgres(join(servers, 'data'));
  await endLeftOverRedis(join(servers, 'redis'));
  rmSync(servers, { recursive: true, force: true });
  makeServersFolder(servers);
}

const keyOf = (checkout: string): string => createHash('sha256').update(checkout).digest('hex').slice(0, 12);

const password = (): string => randomBytes(24).toString('base64url');

function read(folder: string): StateRecord | undefined {
  const file = join(folder, 'state.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StateRecord) : undefined;
}

/** Written beside and moved into place: a start that is killed meanwhile loses nothing. */
function write(folder: string, record: StateRecord): void {
  const beside = join(folder, 'state.json.new');
  writeFileSync(beside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(beside, join(folder, 'state.json'));
}

interface LockHolder {
  readonly pid: number;
  /** Tells the holder from a later process of the same id. */
  readonly startMark: string | undefined;
  /** The checkout it was taken for: a folder copied with its lock inside is not locked. */
  readonly checkout: string;
}

/**
 * Takes a lock for as long as this process lives; one whose holder was killed is free.
 * @returns whether we hold it now
 */
function takeLock(file: string, checkout: string): boolean {
  const us: LockHolder = { pid: process.pid, startMark: startMark(process.pid), checkout };
  if (place(file, us)) return true;
  const holder = readLock(file);
  if (holder !== undefined && isHeld(holder, checkout)) return false;

  // Two starts may find the same dead holder. Only one moves it aside; the other may move the winner's, and puts it back.
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const moved = readLock(aside);
  if (moved !== undefined && isHeld(moved, checkout)) {
    place(file, moved);
    rmSync(aside);
    return false;
  }
  rmSync(aside, { force: true });
  return place(file, us);
}

function releaseLock(file: string): void {
  if (readLock(file)?.pid === process.pid) rmSync(file);
}

function isHeld(holder: LockHolder, checkout: string): boolean {
  return holder.checkout === checkout && holder.startMark !== undefined && startMark(holder.pid) === holder.startMark;
}

/** Creates the file with its content in one step; false when there is one already. */
function place(file: string, holder: LockHolder): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function readLock(file: string): LockHolder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return undefined;
  }
}
