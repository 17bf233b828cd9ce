// A browser that notices everything that a page must not do. For browser_test.mjs.
import {spawn} from 'node:child_process';
import {createRequire} from 'node:module';
import {openSync, readFileSync} from 'node:fs';
import {createInterface} from 'node:readline';

const options = Object.fromEntries(process.argv.slice(2).map((argument) => /^--(\w+)=(.*)$/s.exec(argument).slice(1)));
const {chromium} = createRequire(import.meta.url)(options.playwright);
const axe = readFileSync(options.axe, 'utf8');

export const only = options.only ?? '';
export const screenshots = options.screenshots;

const log = openSync(`${options.screenshots}/web_demo.log`, 'a');

// Starts the demo; resolves to its address and a function that ends it.
export function startDemo(...flags) {
  const demo = spawn(options.demo, ['--listen=127.0.0.1:0', ...flags], {stdio: ['ignore', 'pipe', log]});
  return new Promise((resolve, reject) => {
    demo.on('exit', (code) => reject(new Error(`web_demo ended with ${code}`)));
    createInterface({input: demo.stdout}).on('line', (line) => {
      const found = /^listening on (.*)$/.exec(line);
      if (found) resolve({address: `http://${found[1]}`, stop: () => demo.kill()});
    });
  });
}

export async function startBrowser() {
  return chromium.launch({
    executablePath: options.chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--force-color-profile=srgb'],
  });
}

// A page whose `faults` lists console errors (violations of the policy are such), exceptions,
// dialogs, and requests that leave the server.
export async function openPage(browser, address, settings = {}) {
  const context = await browser.newContext({baseURL: address, viewport: {width: 1280, height: 900}, ...settings});
  const page = await context.newPage();
  // Drawing takes seconds of a processor, and there may be a tenth of one.
  page.setDefaultTimeout(90000);
  page.faults = [];
  // What the browser says of an answer that is meant to be an error.
  page.isErrorExpected = false;
  page.isHostile = false;
  page.on('console', (message) => {
    // What the policy of the drawing frame stops was tried where nothing can be reached.
    const isStopped = page.isHostile && /Content Security Policy/.test(message.text()) && /\/assets\/(frame|mermaid)\./.test(message.location().url);
    if (isStopped) return;
    const isStatus = /status of [45]\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !(isStatus && page.isErrorExpected)) {
      page.faults.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => page.faults.push(`exception: ${error.message}`));
  page.on('dialog', (dialog) => {
    page.faults.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(address) || request.url().startsWith('data:');
    if (!isOwn) page.faults.push(`request to ${request.url()}`);
  });
  return page;
}

// Violations of accessibility rules that are serious or critical, one line each.
export async function accessibilityFaults(page) {
  // Not through a <script>, which the page's policy would refuse.
  await page.evaluate(axe);
  const {violations} = await page.evaluate(() => axe.run(document, {
    iframes: false,
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
  }));
  return violations
    .filter((violation) => ['serious', 'critical'].includes(violation.impact))
    .flatMap((violation) => violation.nodes.slice(0, 3).map((node) =>
      `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary.replace(/\s+/g, ' ')}`));
}

export async function screenshot(page, name, settings = {}) {
  await page.screenshot({path: `${screenshots}/${name}.png`, animations: 'disabled', ...settings});
}
