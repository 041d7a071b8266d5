import { setImmediate as othersTurn } from 'node:timers/promises';
import { BrokenFileError } from '../domain/rows';

/** CPU milliseconds after which the event loop runs other work. */
const SLICE_MILLISECONDS = 10;

/** Bytes between two checks of the CPU time. The slowest input, a cell of quotes, needs a millisecond for them. */
const PIECE_BYTES = 4 * 1024;

type Signal = Pick<AbortSignal, 'throwIfAborted'>;

interface Limits {
  /** Maximum CPU milliseconds for all pieces. */
  readonly mostMilliseconds?: number;
  /** Stops the work, for example when the client has disconnected. */
  readonly signal?: Signal;
  /** CPU milliseconds of the process so far. */
  readonly cpuTime?: () => number;
}

/** Yields the bytes of a file in small pieces, so that parsing never blocks the event loop for long. */
export class FileSlices {
  private readonly most: number;
  private readonly signal: Signal | undefined;
  private readonly cpuTime: () => number;

  constructor({ mostMilliseconds = Infinity, signal, cpuTime = cpuTimeOfProcess }: Limits = {}) {
    this.most = mostMilliseconds;
    this.signal = signal;
    this.cpuTime = cpuTime;
  }

  /**
   * Yields to the event loop whenever the pieces have used 10 ms of CPU time.
   * @throws BrokenFileError if the CPU time exceeds the maximum; the signal's reason once it is aborted
   */
  async *pieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let [ofSlice, inAll] = [0, 0];
    for await (const chunk of bytes) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        this.signal?.throwIfAborted();
        const before = this.cpuTime();
        yield chunk.subarray(at, at + PIECE_BYTES);
        const took = this.cpuTime() - before;
        ofSlice += took;
        inAll += took;
        if (inAll > this.most) throw new BrokenFileError('imports.too_much_work');
        if (ofSlice < SLICE_MILLISECONDS) continue;
        ofSlice = 0;
        await othersTurn();
      }
    }
  }
}

function cpuTimeOfProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
