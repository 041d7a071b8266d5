import * as classTransformer from 'class-transformer';
import { Field } from './field';
import { readInput } from './read-input';

class Line {
  @Field.text()
  name: string;
}

class Lines {
  @Field.objects(() => Line, { max: 1000 })
  lines: Line[];
}

/**
 * Builds a body with this many objects. Each object takes this many milliseconds.
 * @returns the number of built objects in each turn of the event loop
 */
async function turnsOf(objects: number, milliseconds: number): Promise<number[]> {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const turns: number[] = [];
  let inThisTurn = 0;
  const { plainToInstance } = classTransformer;
  jest.spyOn(classTransformer, 'plainToInstance').mockImplementation((...given) => {
    now += milliseconds;
    if (inThisTurn === 0) {
      setImmediate(() => {
        turns.push(inThisTurn);
        inThisTurn = 0;
      });
    }
    inThisTurn += 1;
    return plainToInstance(...given);
  });
  const body = { lines: Array(objects - 1).fill({ name: 'a' }) };
  await readInput('body', Lines, body);
  await new Promise((resolve) => setImmediate(resolve));
  jest.restoreAllMocks();
  return turns;
}

describe('validation of a body', () => {
  it('of 1,000 lines takes one turn per slice of ten milliseconds', async () => {
    expect(await turnsOf(1000, 0.5)).toEqual(Array(50).fill(20));
  });

  it('validates fewer lines per turn when each line is more work', async () => {
    expect(await turnsOf(200, 5)).toEqual(Array(100).fill(2));
  });

  it('of 20 lines takes one turn', async () => {
    expect(await turnsOf(20, 0.2)).toEqual([20]);
  });
});
