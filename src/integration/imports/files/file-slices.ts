import { setImmediate as othersTurn } from 'node:timers/promises';
import { BrokenFileError } from '../domain/rows';

/** Milliseconds of CPU time after which the process serves others. */
const SLICE_MILLISECONDS = 10;

/** Bytes between two looks at the clock. The slowest input, a cell of quotes, takes a millisecond for so many. */
const PIECE_BYTES = 4 * 1024;

type Signal = Pick<AbortSignal, 'throwIfAborted'>;

interface Limits {
  /** CPU time that all pieces may take together, in milliseconds. */
  readonly mostMilliseconds?: number;
  /** Stops the work, for example when the client has disconnected, by what it throws. */
  readonly signal?: Signal;
  /** CPU time of the process so far, in milliseconds. */
  readonly cpuTime?: () => number;
}

/** Hands out the bytes of a file in small pieces, so that the work on them never blocks the process for long. */
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
   * The bytes in pieces. Measures the work on each piece, and lets others run between two pieces when 10 ms are used up.
   * @throws BrokenFileError when the work takes more CPU time than allowed; the signal's reason once it is aborted
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
