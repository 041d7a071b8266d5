import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerInTime } from './answer-in-time';

const ECHO = `const { parentPort } = require('node:worker_threads'); parentPort.on('message', (text) => parentPort.postMessage(text));`;

it('accepts an answer that arrived while the process was busy beyond the time limit', async () => {
  const other = new Worker(ECHO, { eval: true });
  const ask = (text: string): Promise<unknown[]> => {
    const answer = once(other, 'message');
    other.postMessage(text);
    return answer;
  };
  expect(await ask('ready')).toEqual(['ready']);
  const answer = answerInTime(ask('counted'), 50);
  for (const until = performance.now() + 500; performance.now() < until;);
  expect(await answer).toEqual(['counted']);
  await other.terminate();
});

it('rejects when no answer arrives in time', async () => {
  await expect(answerInTime(new Promise(() => undefined), 20)).rejects.toThrow('Redis did not answer within 20 ms');
});

it('rejects with the error of the command', async () => {
  await expect(answerInTime(Promise.reject(new Error('LOADING')), 1000)).rejects.toThrow('LOADING');
});
