import { formatTraceparent, parseTraceparent } from './trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('the header traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-00`, false],
    // Unknown flags, and a later version.
    [`00-${TRACE}-${SPAN}-03`, true],
    [`01-${TRACE}-${SPAN}-01-more`, true],
  ])('is parsed: %s', (text, isSampled) => {
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
  ])('is ignored if it is invalid: %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});
