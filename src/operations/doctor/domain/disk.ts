import { type Finding, ok, warning } from './finding';

/** Bytes below which a folder counts as nearly full. */
const LITTLE = 1024 ** 3;

/** @param use what is written there: `exports and the browser` */
export function judgeSpace(folder: string, use: string, free: number): Finding {
  const said = `${folder} has ${size(free)} free, for ${use}`;
  return free >= LITTLE ? ok(said) : warning(said, `Make room: at least ${size(LITTLE)}.`);
}

/** `512 MiB`, `12.5 GiB`. */
export function size(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2;
  return mebibytes < 1024 ? `${Math.floor(mebibytes)} MiB` : `${Math.floor(mebibytes / 102.4) / 10} GiB`;
}
