import { bar } from './progress';

describe('the bar of a job', () => {
  it.each([
    [0, '[                        ]   0 % rows'],
    [1 / 3, '[########                ]  33 % rows'],
    [0.999, '[####################### ]  99 % rows'],
    [1, '[########################] 100 % rows'],
  ])('of %p is %p', (part, line) => expect(bar({ status: 'running', said: 'rows', part })).toBe(line));

  it('is what is said where nobody knows how much there is', () =>
    expect(bar({ status: 'running', said: '460 records' })).toBe('460 records'));
});
