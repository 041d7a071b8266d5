import { resolve } from 'node:path';
import { findRunning } from '../launcher/running';
import { readCertificate } from './certificate';
import { WebhookReceiver } from './webhook-receiver';

/** Port of the subscription in `collections/`. */
const PORT = 8443;

/** `npm run receiver`: an endpoint that the running service trusts. Prints deliveries until it is stopped. */
async function main(): Promise<void> {
  const running = findRunning(resolve(__dirname, '../..'));
  if (!running) throw new Error('The service of this checkout does not run: npm start');
  const receiver = await WebhookReceiver.listen(readCertificate(running.certificate), PORT);
  receiver.respond = ({ headers, body }, response) => {
    response.end('ok');
    console.log(`${String(headers['x-service-event'])}  ${body.toString()}`);
  };
  console.log(`Point a webhook at ${receiver.url()} for deliveries of ${running.address}.`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
