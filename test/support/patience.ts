import { noteTimes } from './times';

/** A busy machine may be slow: the long timeout only ends a test that hangs, and no test asserts on time. */
jest.setTimeout(300_000);
noteTimes();
