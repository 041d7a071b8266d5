import { getServers, Resolver } from 'node:dns/promises';
import { createWebhookSender, type Outgoing } from '../../../integration/webhooks/delivery/sending/outgoing';
import { smtpTransport } from '../../../organisation/notifications/mail-transport';
import { TlsFile } from '../../../platform/config';
import { BrowserUnavailableError } from '../../../platform/pdf/browser/browser-locator';
import { browserSearch, startBrowser } from '../../../platform/pdf/browser/start-browser';
import { html } from '../../../platform/pdf/html';
import { startFailure } from '../../../platform/processes';
import type { Check } from '../check';
import { type Finding, ok, problem, skipped, warning } from '../domain/finding';

/** Connects to the mail server up to the login. Sends nothing. */
export const mail: Check = {
  name: 'mail',
  variables: ['SMTP_URL', 'SMTP_CA_FILE', 'MAIL_FROM', 'MAIL_FOLDER'],
  seconds: 45,
  run: async ({ environment: { NODE_ENV, SMTP_URL, SMTP_CA_FILE, MAIL_FROM, MAIL_FOLDER } }) => {
    if (SMTP_URL === undefined) {
      const said = `SMTP_URL is not set: mail is written to ${MAIL_FOLDER}, and none leaves`;
      return [NODE_ENV === 'production' ? warning(said, 'Set SMTP_URL to the mail server.') : ok(said)];
    }
    const found: Finding[] = [];
    if (MAIL_FROM.includes('.invalid')) {
      found.push(
        warning(`Mail is sent from ${MAIL_FROM}`, 'Set MAIL_FROM to an address that may send through SMTP_URL.'),
      );
    }
    return [await login(SMTP_URL, SMTP_CA_FILE), ...found];
  },
};

async function login(url: string, caFile: string | undefined): Promise<Finding> {
  const { hostname, port, username } = new URL(url);
  const server = `${hostname}${port === '' ? '' : `:${port}`}`;
  const smtp = smtpTransport(url, caFile === undefined ? undefined : new TlsFile(caFile, () => undefined));
  try {
    await smtp.verify();
    return ok(`The mail server ${server} ${username === '' ? 'takes mail without a log-in' : 'accepts the log-in'}`);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const isLogin = code === 'EAUTH';
    return warning(
      `The mail server ${server} ${isLogin ? 'refuses the log-in' : 'cannot be used'}, so mail waits: ${message}`,
      isLogin ? 'Correct the user and the password in SMTP_URL.' : 'Start it, open the way to it, or correct SMTP_URL.',
    );
  } finally {
    smtp.close();
  }
}

const PAGE = { language: 'en', title: 'Probe', css: '', body: html`<p>Probe</p>` } as const;

/** Seconds for starting the browser and printing a page. */
const BROWSER_SECONDS = 60;

/** Finds and starts a browser and prints a page to PDF. */
export const browser: Check = {
  name: 'browser',
  variables: ['PUPPETEER_EXECUTABLE_PATH', 'PDF_ALLOW_NO_SANDBOX', 'NODE_ENV'],
  seconds: BROWSER_SECONDS,
  run: async ({ environment }) => {
    try {
      const started = await startBrowser(browserSearch(environment));
      try {
        const { pdf } = await started.browser.print(PAGE, AbortSignal.timeout(BROWSER_SECONDS * 1000));
        if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('what it printed is no PDF');
        const how = started.isSandboxed ? 'inside its sandbox' : 'outside its sandbox';
        return [ok(`${started.path} prints PDFs, ${how}`)];
      } finally {
        await started.browser.close();
      }
    } catch (error) {
      if (!(error instanceof BrowserUnavailableError)) throw error;
      const [said = '', ...todo] = error.message.split(/(?<=\.) /);
      return [warning(`PDFs answer 503: ${said}`, todo.join(' '))];
    }
  },
};

/** A name that does not exist in DNS (RFC 6761). The response NXDOMAIN proves that the name servers work. */
const NOT_A_NAME = 'name-server.invalid';

/** Error codes for name servers that do not respond or reject lookups. */
const UNANSWERED = ['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED', 'ENOTIMP', 'ESERVFAIL'];

/** Checks whether deliveries can resolve their receivers. Calls a receiver only with `--egress`. */
export const webhooks: Check = {
  name: 'webhooks',
  variables: ['WEBHOOK_ALLOW_NETWORKS', 'WEBHOOK_CA_FILE', 'WEBHOOK_TIMEOUT_MS'],
  seconds: 80,
  run: async ({ environment, egress }) => {
    let out: Outgoing;
    try {
      out = createWebhookSender(environment);
    } catch (error) {
      const { msg } = startFailure(error, environment);
      return [problem(`WEBHOOK_CA_FILE cannot be used: ${msg}`, 'Name a file with certificates in PEM.')];
    }
    const { WEBHOOK_ALLOW_NETWORKS: networks, NODE_ENV, PROCESS_ROLE } = environment;
    const opened = networks.length === 0 ? [] : [openedNetworks(networks, NODE_ENV === 'production')];
    if (PROCESS_ROLE === 'api') {
      return [...opened, skipped('PROCESS_ROLE is api: run this where deliveries are made, with PROCESS_ROLE=worker')];
    }
    const reached = egress === undefined ? skipped('No receiver was called: --egress <url> names one') : undefined;
    return [...opened, await nameServers(), reached ?? (await call(out, egress ?? ''))];
  },
};

function openedNetworks(networks: readonly string[], isProduction: boolean): Finding {
  const said = `Deliveries may reach ${networks.join(', ')}, which is not public (WEBHOOK_ALLOW_NETWORKS)`;
  const todo = 'Leave it empty unless every tenant may call these networks.';
  return isProduction ? warning(said, todo) : ok(said);
}

async function nameServers(): Promise<Finding> {
  const servers = getServers().join(', ');
  const failed = await new Resolver({ timeout: 2_000, tries: 2 }).resolve4(NOT_A_NAME).then(
    () => '',
    (error: unknown) => String((error as NodeJS.ErrnoException).code),
  );
  return UNANSWERED.includes(failed)
    ? warning(
        `Names cannot be looked up (${servers}: ${failed}), so no receiver is found`,
        'Correct /etc/resolv.conf, or let this machine reach its name servers on port 53.',
      )
    : ok(`Name servers answer (${servers})`);
}

async function call({ guard, sender }: Outgoing, url: string): Promise<Finding> {
  const refusals = await guard.inspect(url);
  if (refusals.length > 0) {
    return warning(`No delivery may go to ${url} (${refusals.join(', ')})`, 'Give the https address of a public host.');
  }
  const result = await sender.send({ url, headers: { 'Content-Type': 'application/json' }, body: '{}' });
  if (result.kind === 'response') return ok(`${url} was reached, and answered ${result.status}`);
  const how = 'code' in result ? `${result.kind}, ${result.code}` : result.kind;
  return warning(
    `${url} was not reached (${how})`,
    'Let the machines that deliver reach the internet on port 443, or check the address and its certificate.',
  );
}
