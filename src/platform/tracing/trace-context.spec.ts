import { formatTraceparent, parseTraceparent } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    // Flags that are not known yet, and a version of later.
    [`00-${TRACE}-${SPAN}-03`, true],
    [`01-${TRACE}-${SPAN}-01-more`, true],
  ])('is read: %s', (text, isSampled) => {
    const context = { traceId: TRACE, spanId: SPAN, isSampled };
    expect(parseTraceparent(text)).toEqual(context);
    expect(formatTraceparent(context)).toBe(`00-${TRACE}-${SPAN}-0${isSampled ? 1 : 0}`);
  });

  it.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01\nX-Other: 1`,
  ])('is ignored where it is none: %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
