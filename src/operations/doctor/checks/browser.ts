import { html } from '../../../platform/pdf/html';
import { BrowserUnavailableError } from '../../../platform/pdf/browser/browser-locator';
import { browserSearch, startBrowser } from '../../../platform/pdf/browser/start-browser';
import type { Check } from '../check';
import { ok, warning } from '../domain/finding';

const PAGE = { language: 'en', title: 'Probe', css: '', body: html`<p>Probe</p>` } as const;

/** Seconds for the start of the browser and one page. */
const SECONDS = 60;

/** Finds a browser, starts it and prints a page, as the first PDF does. */
export const browser: Check = {
  name: 'browser',
  variables: ['PUPPETEER_EXECUTABLE_PATH', 'PDF_ALLOW_NO_SANDBOX', 'NODE_ENV'],
  seconds: SECONDS,
  run: async ({ environment }) => {
    try {
      const started = await startBrowser(browserSearch(environment));
      try {
        const { pdf } = await started.browser.print(PAGE, AbortSignal.timeout(SECONDS * 1000));
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
