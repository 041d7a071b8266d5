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

/** The admin of the demo tenant, from the output of `seed:demo --json`. */
export interface DemoToken {
  /** Identity of the token's database. */
  readonly database: string;
  readonly tenant: string;
  readonly token: string;
  /** Token of the demo tenant under strict controls, if this checkout created it. */
  readonly strict?: string;
}

/** State kept between development runs. Contains secrets, so only the owner can read the file. */
export interface StateRecord {
  /** Path of the checkout, to recognise a copied checkout. */
  readonly checkout: string;
  /** The user who owns the data. */
  readonly uid: number | undefined;
  /** Folder of the databases' data. */
  readonly servers: string;
  readonly superuserPassword: string;
  readonly ownerPassword: string;
  readonly servicePassword: string;
  readonly redisPassword: string;
  /** 32 bytes in base64. */
  readonly encryptionKey: string;
  /** Id of the key in `APP_ENCRYPTION_KEYS`; undefined in an older state, whose key has no id. */
  readonly encryptionKeyId?: string;
  readonly demo?: DemoToken;
}

/** The state of one running copy. */
export class State {
  /** @param copy from 1, for copies of the same checkout that run at the same time */
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
/** Id of the key in a new state. */
const FIRST_KEY = 'first';
/** Databases of root, which run as `nobody`: that user may have no access to the checkout's parents. */
const ROOT_SERVERS = '/var/tmp';

/** Opens the state of the first copy that is not running. @throws Error if not writable, or too many copies run */
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
  // Data in a copied checkout belongs to the original, and may have been copied while it was written.
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

/** Adds a password of the schema's owner to an older state. */
function withOwner(folder: string, found: Omit<StateRecord, 'ownerPassword'> & Partial<StateRecord>): StateRecord {
  const { ownerPassword } = found;
  const record = { ...found, ownerPassword: ownerPassword ?? password() };
  if (ownerPassword === undefined) write(folder, record);
  return record;
}

/** A moved checkout keeps its data. A copied one, or one of another user, starts with new data. */
function isCopied(record: StateRecord, checkout: string, copy: number): boolean {
  if (record.uid !== process.getuid?.()) return true;
  return record.checkout !== checkout && existsSync(join(record.checkout, FOLDER, String(copy), 'state.json'));
}

function makeServersFolder(servers: string): void {
  makeOwnFolder(join(servers, '..'));
  makeOwnFolder(servers);
}

/** The user deleted `.procurement` to start again: delete the data outside it too, and end its servers. */
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

/** Writes a temporary file and renames it, so that a killed start loses nothing. */
function write(folder: string, record: StateRecord): void {
  const beside = join(folder, 'state.json.new');
  writeFileSync(beside, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(beside, join(folder, 'state.json'));
}

interface LockHolder {
  readonly pid: number;
  /** Distinguishes the holder from a later process with the same id. */
  readonly startMark: string | undefined;
  /** The locked checkout: a lock in a copied folder is not valid. */
  readonly checkout: string;
}

/** Takes a lock for the lifetime of this process. The lock of a killed process is free. @returns whether it was free */
function takeLock(file: string, checkout: string): boolean {
  const us: LockHolder = { pid: process.pid, startMark: startMark(process.pid), checkout };
  if (place(file, us)) return true;
  const holder = readLock(file);
  if (holder !== undefined && isHeld(holder, checkout)) return false;

  // Two starts may find the same dead holder. Only one moves it aside; the other restores the winner's.
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

/** Creates the file atomically with its content; false if it exists. */
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
