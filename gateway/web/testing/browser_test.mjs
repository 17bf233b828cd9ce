// The demo's pages in a real browser: flows, keyboard, no JavaScript, dark, narrow, hostile text.
// Run by browser_test.sh. --only=WORD runs the tests whose name holds the word.
import assert from 'node:assert/strict';
import {accessibilityFaults, only, openPage, screenshot, screenshots, startBrowser, startDemo} from './browser.mjs';

const blocked = '/reviews/01JDBLOCKED000000000000001';
const running = '/reviews/01JDRUNNING000000000000001';
const hostile = '/reviews/01JDHOSTILE000000000000001';
const large = '/reviews/01JDLARGE00000000000000001';
const pages = {
  list: '/',
  'list-filtered': '/?conclusion=blocked&text=capacity',
  'list-empty': '/?text=nothing+has+this+title',
  review: blocked,
  'deep-dive': `${blocked}?document=deep-dive`,
  playbook: `${blocked}?document=playbook`,
  changes: `${blocked}/changes`,
  'changes-split': `${blocked}/changes?view=split`,
  numerics: `${blocked}/numerics`,
  coverage: `${blocked}/coverage`,
  receipt: `${blocked}/receipt`,
  'changes-large': `${large}/changes`,
  running,
  repositories: '/repositories',
  repository: '/repositories/1001',
  rules: '/rules',
  rule: '/rules/unsafe-torch-load',
  trends: '/trends',
  admin: '/admin',
  login: '/login',
  'not-found': '/nowhere',
};

// What people may do in the demo where they log in.
const grants = `${screenshots}/grants`;
const demo = await startDemo();
const browser = await startBrowser();
const tests = [];
const test = (name, run) => tests.push({name, run});

async function visit(page, path) {
  page.isErrorExpected = path === pages['not-found'];
  await page.goto(path);
}

// Waits until all diagrams have been tried, and wants `count` of them to be there.
async function drawn(page, count) {
  await page.waitForFunction(() => document.documentElement.dataset.diagrams === 'tried');
  assert.equal(await page.locator('figure.diagram img').count(), count);
}

test('a visitor finds a review, reads it, votes, and goes back', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/');
  assert.equal(await page.title(), 'Reviews · AllReview');
  await page.getByLabel('Conclusion').selectOption('blocked');
  await page.getByLabel('Text').fill('CAPACITY');
  await page.getByRole('button', {name: 'Filter'}).click();
  assert.match(page.url(), /text=CAPACITY.*conclusion=blocked/);
  await page.getByRole('link', {name: 'Drop tokens over an expert\'s capacity'}).first().click();
  assert.equal(await page.getByRole('heading', {level: 1}).first().textContent(), 'Drop tokens over an expert\'s capacity');
  await page.getByRole('link', {name: 'Deep dive'}).click();
  await drawn(page, 4);
  const images = page.locator('figure.diagram img');
  for (const image of await images.all()) {
    assert.ok(await image.evaluate((it) => it.decode().then(() => it.naturalWidth > 50)));
  }
  await page.getByRole('link', {name: 'Changes', exact: true}).click();
  const card = page.locator('article.finding').filter({hasText: 'torch.load'}).first();
  await card.getByText('Not useful').click();
  await card.getByLabel('Why not?').fill('the file is our own');
  await card.getByRole('button', {name: 'Send'}).click();
  await card.getByRole('status').getByText('your vote is counted').waitFor();
  const votes = await (await page.request.get('/demo/votes')).text();
  assert.match(votes, /^not-useful [0-9a-f]{32} the file is our own$/m);
  await page.getByRole('link', {name: 'Reviews'}).first().click();
  await page.getByRole('link', {name: 'Older'}).click();
  assert.match(page.url(), /page=/);
  return page;
});

test('everything can be reached by keyboard, and focus is visible', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/');
  const focus = () => page.evaluate(() => {
    const style = getComputedStyle(document.activeElement);
    return {text: document.activeElement.textContent.trim(), tag: document.activeElement.tagName, outline: style.outlineStyle};
  });
  const tabTo = async (wanted) => {
    for (let i = 0; i < 80; ++i) {
      await page.keyboard.press('Tab');
      const now = await focus();
      assert.notEqual(now.outline, 'none', `no focus to be seen on ${now.tag} ${now.text}`);
      if (now.text.startsWith(wanted)) return;
    }
    assert.fail(`80 tabs do not lead to '${wanted}'`);
  };
  await page.keyboard.press('Tab');
  assert.equal((await focus()).text, 'Skip to content');
  await page.keyboard.press('Enter');
  await tabTo('Drop tokens');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**${blocked}`);
  await tabTo('Changes');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/changes');
  await tabTo('Useful');
  await page.keyboard.press('Enter');
  await page.getByText('your vote is counted').waitFor();
  return page;
});

test('findings are two tabs away, and keys lead from one to the next', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, `${blocked}/changes`);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Skip to findings');
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement.id);
  assert.equal(await focused(), 'findings');
  const findings = await page.locator('.files article.finding').evaluateAll((all) => all.map((it) => it.id));
  const files = await page.locator('.files > .file[id]').evaluateAll((all) => all.map((it) => it.id));
  assert.ok(findings.length > 3 && files.length > 3);
  for (const [key, wanted] of [['n', findings[0]], ['n', findings[1]], ['p', findings[0]], ['n', findings[1]]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), wanted);
  }
  await page.evaluate(() => { document.activeElement.blur(); scrollTo({top: 0, behavior: 'instant'}); });
  for (const [key, wanted] of [['j', files[0]], ['j', files[1]], ['k', files[0]]]) {
    await page.keyboard.press(key);
    assert.equal(await focused(), wanted);
  }
  await page.keyboard.press('?');
  await page.getByRole('dialog', {name: 'Keys'}).getByText('Next finding').waitFor();
  page.faults.push(...await accessibilityFaults(page));
  await screenshot(page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await page.keyboard.type('router');
  const shown = await page.locator('.paths li:not(.folder):visible').allTextContents();
  assert.ok(shown.length > 0 && shown.every((it) => it.includes('router')), shown.join());
  // Letters in a field are text.
  await page.keyboard.type('jn');
  assert.equal(await page.getByLabel('Filter files').inputValue(), 'routerjn');
  return page;
});

test('viewed files stay folded, and a finding in them can be reached', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, `${blocked}/changes`);
  const file = page.locator('.file', {has: page.locator('article.finding')}).first();
  const finding = file.locator('article.finding').first();
  await file.getByLabel('Viewed').check();
  await page.getByText(/^1 of \d+ viewed$/).waitFor();
  assert.ok(await finding.isHidden());
  await page.reload();
  assert.ok(await file.getByLabel('Viewed').isChecked());
  assert.ok(await finding.isHidden());
  await page.goto(`${blocked}/changes#${await finding.getAttribute('id')}`);
  await finding.waitFor();
  await file.getByLabel('Viewed').uncheck();
  await page.getByText(/^0 of \d+ viewed$/).waitFor();
  return page;
});

test('code has colours on both sides of a split view', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, `${blocked}/changes`);
  await page.getByRole('link', {name: 'Split'}).click();
  await page.waitForURL('**/changes?view=split');
  for (const side of ['td.del', 'td.add']) {
    const colours = await page.locator(`table.split ${side} .w`).evaluateAll((all) => all.map((it) => getComputedStyle(it).color));
    assert.ok(colours.length > 0, side);
    const plain = await page.locator(`table.split ${side}.c`).first().evaluate((it) => getComputedStyle(it).color);
    assert.notEqual(colours[0], plain);
  }
  return page;
});

test('the pushes of a pull request are one story', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, `${blocked}/changes`);
  await page.getByText(/^2 of 2: 1 fixed, 1 new, \d+ still there/).waitFor();
  await page.getByText('1 finding fixed since the push before').click();
  await page.getByText('Learning rate read before the warm-up is over').waitFor();
  assert.equal(await page.locator('.push', {hasText: /^new$/}).count(), 1);
  await page.getByRole('link', {name: 'the push before'}).click();
  await page.getByRole('link', {name: 'the next push'}).waitFor();
  await page.getByRole('link', {name: '#4800', exact: true}).click();
  assert.equal(await page.locator('li.review').count(), 2);
  return page;
});

test('operators see what failed and put it back', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/');
  await page.getByRole('link', {name: 'For operators'}).click();
  await page.getByLabel('Action begins with').fill('token.');
  await page.getByRole('button', {name: 'Filter'}).click();
  assert.deepEqual(await page.getByRole('region', {name: 'Audit log'}).locator('tbody code').allTextContents(), ['token.refused']);
  await page.getByRole('button', {name: /^Try again/}).click();
  await page.getByRole('status').getByText('in the queue again').waitFor();
  await page.getByText('None: no review failed').waitFor();
  return page;
});

test('rules are sorted by their columns', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/rules');
  await page.getByRole('link', {name: 'Shown'}).click();
  const shown = (await page.locator('tbody tr td:nth-child(4)').allTextContents()).map((it) => Number(it.replace(/\D/g, '')));
  assert.deepEqual(shown, shown.toSorted((a, b) => b - a));
  await page.getByLabel('Severity').selectOption('P0');
  await page.getByRole('button', {name: 'Filter'}).click();
  assert.match(page.url(), /severity=P0.*sort=shown/);
  const severities = await page.locator('tbody tr td:nth-child(2) .chip:first-child').allTextContents();
  assert.ok(severities.length > 0 && severities.every((it) => it === 'P0'));
  return page;
});

test('reviews are filtered by time, severity and author, and counted', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/');
  const counted = async () => Number(/[\d,]+/.exec(await page.locator('.totals').textContent())[0].replace(',', ''));
  const all = await counted();
  assert.ok(all > 25, `${all} reviews are on one page`);
  assert.equal(await page.getByLabel('Mine').count(), 0, 'nobody is logged in');
  await page.getByLabel('Severity').selectOption('P0');
  await page.getByLabel('From', {exact: true}).fill('2026-11-16');
  await page.getByLabel('To', {exact: true}).fill('2026-11-21');
  await page.getByRole('button', {name: 'Filter'}).click();
  assert.match(page.url(), /severity=p0.*since=2026-11-16&until=2026-11-21/);
  const some = await counted();
  assert.ok(some > 0 && some < all, `${some} of ${all}`);
  assert.ok((await page.locator('li.review .counts').allTextContents()).every((it) => / P0/.test(it)));
  const days = await page.locator('li.review time').evaluateAll((times) => times.map((it) => it.dateTime.slice(0, 10)));
  assert.ok(days.length > 0 && days.every((it) => it >= '2026-11-16' && it <= '2026-11-21'), days.join());
  await page.getByRole('link', {name: 'Clear'}).click();
  assert.equal(await counted(), all);
  return page;
});

test('a rule shows why people voted as they did', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, '/rules/unsafe-torch-load');
  const reasons = page.locator('.reasons li');
  assert.equal(await reasons.count(), 3);
  assert.match(await reasons.first().textContent(), /not useful.*the file is our own.*github:mara/s);
  await reasons.first().getByRole('link', {name: 'acme/train #4800'}).click();
  assert.match(page.url(), /repository=1001&number=4800/);
  assert.ok(await page.locator('li.review').count() > 0);
  return page;
});

test('people log in, see what is theirs, and end their sessions', async () => {
  const own = await startDemo(`--logins=${grants}`);
  try {
    const other = await openPage(browser, own.address);
    await other.goto('/login');
    await other.getByRole('link', {name: 'Log in with sso.acme.example'}).click();
    const page = await openPage(browser, own.address);
    await page.goto('/login?next=%2F');
    page.faults.push(...(await accessibilityFaults(page)).map((it) => `login: ${it}`));
    await screenshot(page, 'login-people');
    await page.getByRole('link', {name: 'Log in with GitHub'}).click();
    await page.getByLabel('Mine').check();
    await page.getByRole('button', {name: 'Filter'}).click();
    assert.match(page.url(), /mine=1/);
    const authors = await page.locator('li.review .details a').allTextContents();
    assert.ok(authors.length > 0 && authors.every((it) => it === 'mara'), authors.join());
    await screenshot(page, 'list-mine');
    await page.goto('/sessions');
    assert.equal(await page.locator('tbody tr').count(), 1);
    await other.goto('/sessions');
    assert.equal(await other.locator('tbody tr').count(), 2);
    for (const colorScheme of ['light', 'dark']) {
      await other.emulateMedia({colorScheme});
      other.faults.push(...(await accessibilityFaults(other)).map((it) => `sessions: ${it}`));
      await screenshot(other, `sessions-${colorScheme}`);
    }
    await other.setViewportSize({width: 360, height: 740});
    assert.equal(await other.evaluate(() => document.scrollingElement.scrollWidth), 360);
    await screenshot(other, 'sessions-360');
    await other.getByRole('button', {name: 'End the session of github:mara'}).click();
    assert.equal(await other.locator('tbody tr').count(), 1);
    await page.goto('/sessions');
    assert.match(page.url(), /\/login\?next=%2Fsessions/);
    assert.deepEqual(other.faults, []);
    await other.context().close();
    return page;
  } finally {
    own.stop();
  }
});

test('an empty server says how a first review comes about', async () => {
  const own = await startDemo('--empty');
  try {
    const page = await openPage(browser, own.address);
    await page.goto('/');
    await page.getByRole('heading', {name: 'No reviews yet'}).waitFor();
    page.faults.push(...await accessibilityFaults(page));
    await screenshot(page, 'list-of-a-new-server');
    await page.goto('/repositories');
    await page.getByRole('heading', {name: 'No repositories yet'}).waitFor();
    return page;
  } finally {
    own.stop();
  }
});

test('pages are at most 100 kB over the wire', async () => {
  const page = await openPage(browser, demo.address);
  for (const [name, path] of Object.entries(pages)) {
    await visit(page, path);
    const bytes = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .filter((it) => !/frame|mermaid/.test(it.name)).reduce((sum, it) => sum + it.transferSize, 0));
    assert.ok(bytes > 500 && bytes < 100_000, `${name}: ${bytes}`);
  }
  return page;
});

test('nothing but drawings needs JavaScript', async () => {
  const page = await openPage(browser, demo.address, {javaScriptEnabled: false});
  await visit(page, '/?text=capacity');
  await page.getByRole('link', {name: 'Drop tokens over an expert\'s capacity'}).first().click();
  await page.getByRole('link', {name: 'Deep dive'}).click();
  assert.ok(await page.locator('code.language-mermaid').first().isVisible());
  await page.getByRole('link', {name: 'Changes', exact: true}).click();
  await page.locator('article.finding').first().getByRole('button', {name: /^Useful/}).click();
  await page.getByRole('status').waitFor();
  await screenshot(page, 'changes-without-javascript');
  await visit(page, running);
  assert.equal(await page.locator('noscript meta[http-equiv=refresh]').getAttribute('content'), '5');
  await visit(page, '/trends');
  assert.ok(await page.locator('figure.chart svg rect').count() > 20);
  return page;
});

test('a review that runs shows its progress, then itself', async () => {
  const own = await startDemo();
  try {
    const page = await openPage(browser, own.address);
    await visit(page, running);
    await page.getByText('analysis: checked 3 of 12 files').waitFor();
    await page.request.post('/demo/advance');
    await page.getByText('analysis: checked 8 of 12 files').waitFor();
    await screenshot(page, 'running-progress');
    await page.request.post('/demo/advance');
    await page.getByRole('link', {name: 'Deep dive'}).waitFor();
    return page;
  } finally {
    own.stop();
  }
});

test('a server with tokens asks for one, and goes on where the visitor wanted to', async () => {
  const own = await startDemo('--token=art_secret');
  try {
    const page = await openPage(browser, own.address);
    page.isErrorExpected = true;
    await page.goto('/trends?first=2026-10-01');
    await page.getByLabel('API token').fill('art_wrong');
    await page.getByRole('button', {name: 'Log in'}).click();
    await page.getByRole('alert').getByText('does not know this token').waitFor();
    await screenshot(page, 'login-refused');
    await page.getByLabel('API token').fill('art_secret');
    await page.getByRole('button', {name: 'Log in'}).click();
    await page.waitForURL('**/trends?first=2026-10-01');
    const [cookie] = (await page.context().cookies()).filter((it) => it.name === 'allreview_token');
    assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.value], [true, 'Strict', 'art_secret']);
    assert.equal(await page.evaluate(() => document.cookie), '');
    await page.getByRole('button', {name: 'Log out'}).click();
    await page.waitForURL('**/login');
    await page.goto('/');
    assert.match(page.url(), /\/login\?next=%2F$/);
    return page;
  } finally {
    own.stop();
  }
});

test('hostile text runs nothing, loads nothing and adds no element', async () => {
  const page = await openPage(browser, demo.address);
  page.isHostile = true;
  for (const path of ['/', hostile, `${hostile}?document=audit`, `${hostile}/changes`, `${hostile}/numerics`, `${hostile}/coverage`, `${hostile}/receipt`, '/repositories/1003']) {
    await visit(page, path);
    if (path === hostile) await drawn(page, 1);
    const foreign = await page.evaluate(() =>
      [...document.querySelectorAll('script:not([src^="/assets/"]), img:not([src^="data:image/svg+xml"]), svg[onload], iframe:not(.drawing-frame), object, embed, style, [onerror], [onclick], [onload], [style]')].map((it) => it.outerHTML.slice(0, 80)));
    assert.deepEqual(foreign, [], path);
  }
  await visit(page, hostile);
  await drawn(page, 1);
  // A page without a policy reads what was drawn, for that of ours would speak up about its styles.
  const reader = await page.context().newPage();
  for (const image of await page.locator('figure.diagram img').all()) {
    const drawing = await reader.evaluate((source) => {
      const text = decodeURIComponent(source.slice(source.indexOf(',') + 1));
      const svg = new DOMParser().parseFromString(text, 'image/svg+xml');
      return [...svg.querySelectorAll('*')].flatMap((element) =>
        [element.localName, ...[...element.attributes].map((attribute) => `${attribute.name}=${attribute.value}`)]);
    }, await image.getAttribute('src'));
    assert.ok(drawing.length > 20);
    assert.deepEqual(drawing.filter((it) => /^(script|iframe|image|img|a|parsererror)$|^on|^(xlink:)?href=(?!#)|evil[.]example/.test(it)), []);
  }
  await screenshot(page, 'hostile-review', {fullPage: true});
  await visit(page, `${hostile}/changes`);
  await screenshot(page, 'hostile-changes', {fullPage: true});
  return page;
});

test('forms of other sites are refused', async () => {
  const page = await openPage(browser, demo.address);
  await visit(page, `${blocked}/changes`);
  const token = await page.locator('input[name=form_token]').first().inputValue();
  const answer = await page.request.post(`${blocked}/feedback`, {
    form: {form_token: token, fingerprint: 'x', vote: 'useful'},
    headers: {Origin: 'http://evil.example'},
  });
  assert.equal(answer.status(), 403);
  return page;
});

// All pages share two style sheets, so a few show whether dark colours are right.
const pagesInDark = ['list', 'review', 'changes', 'numerics', 'coverage', 'rule', 'trends', 'login'];
// Pictures of the whole of these would be of ten thousand pixels and more.
const longPages = ['review', 'deep-dive', 'playbook', 'changes', 'changes-large'];

for (const colorScheme of ['light', 'dark']) {
  test(`pages are accessible in ${colorScheme} colours`, async () => {
    const page = await openPage(browser, demo.address, {colorScheme});
    for (const [name, path] of Object.entries(pages)) {
      if (colorScheme === 'dark' && !pagesInDark.includes(name)) continue;
      await visit(page, path);
      if (name === 'review') await drawn(page, 1);
      page.faults.push(...(await accessibilityFaults(page)).map((it) => `${name}: ${it}`));
      await screenshot(page, `${name}-${colorScheme}`, {fullPage: !longPages.includes(name)});
    }
    return page;
  });
}

test('pages fit a width of 360 pixels', async () => {
  const page = await openPage(browser, demo.address, {viewport: {width: 360, height: 740}, isMobile: true, hasTouch: true, deviceScaleFactor: 2});
  for (const [name, path] of Object.entries(pages)) {
    await visit(page, path);
    const width = await page.evaluate(() => document.scrollingElement.scrollWidth);
    if (width > 360) {
      const wide = await page.evaluate(() => [...document.querySelectorAll('main *')].filter((it) => it.getBoundingClientRect().right > 361).slice(0, 4).map((it) => it.outerHTML.slice(0, 100)));
      page.faults.push(`${name} is ${width} pixels wide: ${wide.join('\n    ')}`);
    }
    await screenshot(page, `${name}-360`);
  }
  page.faults.push(...await accessibilityFaults(page));
  return page;
});

let failed = 0;
const selected = tests.filter((it) => it.name.includes(only));
for (const {name, run} of selected) {
  const start = Date.now();
  try {
    const page = await run();
    assert.deepEqual(page.faults, []);
    await page.context().close();
    console.log(`PASS ${name} (${Date.now() - start} ms)`);
  } catch (error) {
    ++failed;
    console.log(`FAIL ${name}\n${error.stack}`);
  }
}
await browser.close();
demo.stop();
console.log(`${selected.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
