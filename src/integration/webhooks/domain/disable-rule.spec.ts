import { hasJustComeHalfWay, shouldDisable } from './disable-rule';

const NOW = new Date('2025-06-02T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

it.each([
  [0, null, false],
  [19, hoursAgo(48), false],
  [20, hoursAgo(24), true],
  [20, hoursAgo(23.99), false],
  [99, hoursAgo(1), false],
  [100, hoursAgo(0), true],
  [100, null, true],
  [20, null, false],
])('returns for %d failures since %j: %j', (failures, since, disabled) => {
  expect(shouldDisable({ failures, since }, NOW, 24)).toBe(disabled);
});

it('uses the span of failures from the setting', () => {
  const run = { failures: 20, since: hoursAgo(2) };
  expect(shouldDisable(run, NOW, 2)).toBe(true);
  expect(shouldDisable(run, NOW, 3)).toBe(false);
});

it.each([
  ['the tenth failure, after twelve hours', [9, 13, 11], [10, 13], true],
  ['the tenth failure, too early', [9, 11, 1], [10, 11], false],
  ['twelve hours, after more than ten failures', [12, 12, 1], [13, 12], true],
  ['a warning that was sent already', [10, 14, 1], [11, 14], false],
  ['the fiftieth failure within a minute', [49, 0, 0], [50, 0], true],
  ['the fifty-first', [50, 0, 0], [51, 0], false],
  ['twelve hours, after a warning at the fiftieth', [90, 12, 1], [91, 12], false],
  ['a retry that does not count', [9, 13, 1], [9, 13], false],
] as const)(
  'sends a warning at half of the limit: %s',
  (_what, [failuresBefore, hoursBefore, ago], [failures, hours], expected) => {
    const before = { run: { failures: failuresBefore, since: hoursAgo(hoursBefore) }, at: hoursAgo(ago) };
    expect(hasJustComeHalfWay({ failures, since: hoursAgo(hours) }, NOW, before, 24)).toBe(expected);
  },
);

it('starts a new run after a success', () => {
  const before = { run: { failures: 0, since: null }, at: hoursAgo(1) };
  expect(hasJustComeHalfWay({ failures: 1, since: NOW }, NOW, before, 24)).toBe(false);
  expect(hasJustComeHalfWay({ failures: 50, since: NOW }, NOW, { ...before, at: null }, 24)).toBe(true);
});
