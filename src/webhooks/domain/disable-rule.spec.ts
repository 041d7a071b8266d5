import { shouldDisable } from './disable-rule';

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
])('%d failures since %j: %j', (failures, since, disabled) => {
  expect(shouldDisable({ failures, since }, NOW, 24)).toBe(disabled);
});

it('takes the span from the setting', () => {
  const run = { failures: 20, since: hoursAgo(2) };
  expect(shouldDisable(run, NOW, 2)).toBe(true);
  expect(shouldDisable(run, NOW, 3)).toBe(false);
});
