// Tokens, limits, servers that are busy, new, or gone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser, visit } from './browser';
import { Corpora, Server } from './server';

const TOKEN = 'a-token-for-the-page';

let corpora: Corpora;
let browser: Browser;

beforeAll(async () => {
  corpora = new Corpora();
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  corpora?.remove();
});

async function serving(words: string[], act: (server: Server) => Promise<void>): Promise<void> {
  const server = await Server.start(...words);
  try {
    await act(server);
  } finally {
    await server.stop();
  }
}

describe('a server with tokens', () => {
  it('sends the page to all, which asks for a token and keeps it in the tab', () =>
    serving([corpora.instruments, '--token-file', corpora.file('tokens', `${TOKEN}\n`)], (server) =>
      visit(
        browser,
        server.url,
        '/?key=violin.html',
        async (watched) => {
          const { page } = watched;
          await page.waitForSelector('#token');
          await watched.expectAccessible();
          await page.fill('#token', 'not-the-right-token');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.wrong');
          await page.fill('#token', TOKEN);
          await page.keyboard.press('Enter');
          await page.waitForSelector('tr.hit');
          expect(page.url()).not.toContain(TOKEN);
          await page.reload();
          await page.waitForSelector('tr.hit');
          expect(await page.evaluate(() => [sessionStorage.length, JSON.stringify(localStorage)])).toEqual([
            1,
            '{}',
          ]);
          const other = await page.context().newPage();
          await other.goto(server.url);
          await other.waitForSelector('#token');
        },
        { failures: [401] },
      ),
    ));
});

describe('a server that cannot answer now', () => {
  it('is asked again when it said so', () =>
    serving([corpora.instruments, '--rate', '1'], (server) =>
      visit(
        browser,
        server.url,
        '/?key=violin.html',
        async ({ page }) => {
          await page.waitForSelector('tr.hit', { timeout: 30_000 });
          expect(await page.locator('.failure').count()).toBe(0);
        },
        { failures: [429] },
      ),
    ));

  it('is waited for while it opens, and asked by a button if it fails', () =>
    serving([corpora.instruments], (server) =>
      visit(
        browser,
        server.url,
        '/',
        async (watched) => {
          const { page } = watched;
          await page.waitForSelector('.beginnings li');
          let opening = true;
          const error = (code: string, message: string) =>
            JSON.stringify({ error: { code, message, parameter: '', suggestions: [] } });
          await page.route('**/v1/corpora', (route) =>
            opening
              ? route.fulfill({
                  status: 503,
                  headers: { 'Retry-After': '1' },
                  body: error('opening', 'corpora are being opened'),
                })
              : route.continue(),
          );
          await page.reload();
          await page.waitForSelector('.failure h1 >> text=One moment');
          await watched.expectAccessible();
          opening = false;
          await page.waitForSelector('.beginnings li');

          let left = 1;
          await page.route('**/v1/related?*', (route) =>
            left-- > 0
              ? route.fulfill({
                  status: 429,
                  headers: { 'Retry-After': '1' },
                  body: error('too_many_requests', 'more than 1 request'),
                })
              : route.continue(),
          );
          await page.fill('[role=combobox]', 'viola.html');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.failure h1 >> text=Too many questions for now');
          await page.waitForSelector('tr.hit');
          await page.unroute('**/v1/related?*');

          await page.route('**/v1/related?*', (route) =>
            route.fulfill({ status: 500, body: error('damaged', 'a file is damaged') }),
          );
          await page.fill('[role=combobox]', 'violin.html');
          await page.keyboard.press('Enter');
          await page.waitForSelector('.failure >> text=a file is damaged');
          await page.unroute('**/v1/related?*');
          await page.click('text=Try again');
          await page.waitForSelector('tr.hit');
        },
        { failures: [503, 500, 429] },
      ),
    ));

  it('is missed when it is gone', () =>
    serving([corpora.instruments], (server) =>
      visit(
        browser,
        server.url,
        '/?key=violin.html',
        async ({ page }) => {
          await page.waitForSelector('tr.hit');
          await page.route('**/v1/**', (route) => route.abort());
          await page.locator('.go').first().click();
          await page.waitForSelector('.failure >> text=the server cannot be reached');
          await page.unroute('**/v1/**');
          await page.click('text=Try again');
          await page.waitForSelector('tr.hit');
        },
        { failures: ['ERR_FAILED'] },
      ),
    ));
});
