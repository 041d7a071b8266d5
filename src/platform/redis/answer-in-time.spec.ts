import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { answerInTime } from './answer-in-time';

/** Sends back each text, and counts the answers that it has sent. */
const ECHO = `
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.on('message', (text) => {
    parentPort.postMessage(text);
    Atomics.add(workerData, 0, 1);
  });`;

it('accepts an answer that arrived while the process was busy beyond the time limit', async () => {
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(ECHO, { eval: true, workerData: sent });
  const ask = (text: string): Promise<unknown[]> => {
    const answer = once(other, 'message');
    other.postMessage(text);
    return answer;
  };
  expect(await ask('ready')).toEqual(['ready']);
  const answer = answerInTime(ask('counted'), 50);
  for (const until = performance.now() + 100; performance.now() < until || Atomics.load(sent, 0) < 2;);
  expect(await answer).toEqual(['counted']);
  await other.terminate();
});

it('rejects when no answer arrives in time', async () => {
  await expect(answerInTime(new Promise(() => undefined), 20)).rejects.toThrow('Redis did not answer within 20 ms');
});

it('rejects with the error of the command', async () => {
  await expect(answerInTime(Promise.reject(new Error('LOADING')), 1000)).rejects.toThrow('LOADING');
});
