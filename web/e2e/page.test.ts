// The page as people use it, with a mouse and without, on a desk and on a phone.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explained, Indexes, Related, Walk } from '../src/types';
import { formatScore } from '../src/format';
import { startBrowser, visit, type Options, type Watched } from './browser';
import { Corpora, GOOD, HOSTILE, Server } from './server';

let corpora: Corpora;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  corpora = new Corpora();
  [server, browser] = await Promise.all([Server.start(corpora.instruments, corpora.web), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.stop()]);
  corpora?.remove();
});

const open = (path: string, act: (watched: Watched) => Promise<void>, options?: Options) =>
  visit(browser, server.url, path, act, options);
const related = (key: string, more = '') =>
  server.json<Related>(`/v1/related?corpus=instruments&key=${encodeURIComponent(key)}${more}`);

const SHOWN: Record<string, [path: string, ready: string]> = {
  home: ['/', '.beginnings li'],
  list: ['/?key=violin.html', 'tr.hit'],
  why: ['/?key=violin.html&why=viola.html', '.part'],
  filtered: ['/?key=violin.html&where=family%21%3DBrass', '.menus .muted'],
  map: ['/?key=violin.html&view=map', '.node.ring1'],
  measures: ['/?key=violin.html&view=compare', '.column li'],
  tree: ['/?key=violin.html&view=tree', '.tree .stepper'],
  hostile: ['/?corpus=web&key=hub', 'tr.hit'],
};

describe('every view', () => {
  for (const [name, [path, ready]] of Object.entries(SHOWN)) {
    for (const options of [{}, { dark: true }, { phone: true }] satisfies Options[]) {
      it(`is accessible and fits: ${name}, ${JSON.stringify(options)}`, () =>
        open(
          path,
          async (watched) => {
            await watched.page.waitForSelector(ready);
            expect(await watched.page.getAttribute('html', 'data-theme')).toBe(
              'dark' in options ? 'dark' : 'light',
            );
            await watched.expectNoSideways();
            // It takes long, and on a phone only these look different.
            if (!('phone' in options) || ['list', 'why'].includes(name)) await watched.expectAccessible();
          },
          options,
        ));
    }
  }
});

describe('asking', () => {
  it('shows what the server answers', () =>
    open('/?key=violin.html', async ({ page }) => {
      const { hits, index } = await related('violin.html');
      await page.waitForSelector('tr.hit');
      expect(await page.locator('.hit-title').allTextContents()).toEqual(hits.map((hit) => hit.title));
      expect(await page.locator('tr.hit .key').allTextContents()).toEqual(hits.map((hit) => hit.key));
      const numbers = await page.locator('tr.hit .number .figure').allTextContents();
      expect(numbers).toEqual(hits.map((hit) => `${formatScore(hit.score)} ±${formatScore(hit.error)}`));
      expect(await page.textContent('.answered')).toContain(`${index} answered in`);
      expect(await page.locator('tr.hit .badge').count()).toBe(hits.filter((hit) => hit.unsure).length);
      expect(await page.title()).toBe('Violin · akin');
    }));

  it('works with the keyboard alone, and back again', () =>
    open('/', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('.beginnings li');
      await page.keyboard.press('/');
      await page.keyboard.type('vio');
      await page.waitForSelector('[role=option]');
      const box = page.getByRole('combobox', { name: 'Find what is related to' });
      expect(await box.getAttribute('aria-expanded')).toBe('true');
      await page.keyboard.press('ArrowDown');
      const active = await box.getAttribute('aria-activedescendant');
      expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
      const chosen = await page.locator(`[id="${active}"] .option-key`).textContent();
      await page.keyboard.press('Enter');
      await page.waitForSelector('tr.hit');
      expect((await watched.state()).key).toBe(chosen);

      const { hits } = await related(chosen!);
      await page.locator('h1').focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      expect(await watched.focused()).toBe(hits[1]!.title);
      await page.keyboard.press('Enter');
      await page.waitForSelector('.why');
      expect((await watched.state()).why).toBe(hits[1]!.key);
      expect(await watched.focused()).toContain(hits[1]!.title);
      await page.keyboard.press('Escape');
      await page.waitForSelector('.why', { state: 'detached' });
      await page.waitForFunction((title) => document.activeElement?.textContent === title, hits[1]!.title);
      await page.keyboard.press('r');
      await page.waitForFunction(
        (title) => document.querySelector('h1')?.textContent?.trim() === title,
        hits[1]!.title,
      );
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');

      for (let i = 0; i < 3; ++i) await page.goBack(); // to the one before, to its why, to it alone
      await page.waitForFunction(
        (key) => document.querySelector('.subject .key')?.textContent === key,
        chosen,
      );
      await page.goBack();
      await page.waitForSelector('.beginnings li');
    }));

  it('goes to what was typed, and offers what may have been meant', () =>
    open(
      '/',
      async ({ page }) => {
        await page.fill('[role=combobox]', 'clarinett');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.failure');
        expect(await page.textContent('.failure h1')).toBe('Nothing has this name');
        await page.locator('.failure .chip', { hasText: 'clarinet.html' }).click();
        await page.waitForSelector('tr.hit');
        expect(await page.textContent('h1')).toContain('Clarinet');
        await page.fill('[role=combobox]', 'Snare drum'); // a title will do
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('Snare drum'));
      },
      { failures: [404] },
    ));

  it('asks the index that is chosen, in the corpus that is chosen', () =>
    open('/?key=violin.html', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('tr.hit');
      await page.locator('.choice select').last().selectOption('text');
      await page.waitForFunction(() =>
        document.querySelector('.answered')?.textContent?.startsWith('text answered'),
      );
      expect(await watched.state()).toEqual({ key: 'violin.html', index: 'text' });
      await page.locator('.choice select').first().selectOption('web');
      await page.waitForSelector('.beginnings li');
      expect(await watched.state()).toEqual({ corpus: 'web' });
    }));

  it('shows more hits when asked', () =>
    open('/?key=violin.html', async ({ page }) => {
      await page.click('.more');
      await page.waitForFunction(() => document.querySelectorAll('tr.hit').length > 10);
    }));

  it('says so if the address makes no sense', () =>
    open(
      '/?key=violin.html&index=txet',
      async ({ page }) => {
        await page.locator('.failure .chip', { hasText: 'text' }).click();
        await page.waitForSelector('tr.hit');
        await page.goto(`${server.url}/?corpus=none&key=x`);
        await page.locator('.failure .chip', { hasText: 'web' }).click();
        await page.waitForSelector('.failure h1');
        expect(await page.textContent('.failure h1')).toBe('Nothing has this name');
      },
      { failures: [404] },
    ));
});

describe('why', () => {
  it('opens with a click, says what the server says, and is in the address', () =>
    open('/?key=violin.html', async (watched) => {
      const { page } = watched;
      const { hits } = await related('violin.html');
      await page.locator('tr.hit').nth(2).click();
      await page.waitForSelector('.part');
      const told = await server.json<Explained>(
        `/v1/explain?corpus=instruments&a=violin.html&b=${hits[2]!.key}&k=8`,
      );
      expect(await page.textContent('.why .total')).toContain(formatScore(told.score));
      expect(await page.locator('.part h3 .name').allTextContents()).toEqual(
        told.parts.map((part) => part.index),
      );
      expect(await page.locator('.reason, .term').count()).toBe(
        told.parts.flatMap((part) => (part.more ?? part).reasons).length,
      );
      await page.reload();
      await page.waitForSelector('.part');
      await page.goto(`${server.url}/?key=violin.html&why=Tuba`); // a title, and no hit
      await page.waitForSelector('.part');
      expect(await page.textContent('.why h2')).toBe('Why Tuba?');
      await page.goBack();
      await page.click('.why .close');
      await page.waitForSelector('.why', { state: 'detached' });
      expect(await watched.state()).toEqual({ key: 'violin.html' });
      await page.waitForFunction((title) => document.activeElement?.textContent === title, hits[2]!.title);
    }));
});

describe('the other views', () => {
  it('draws the neighbourhood, for the keyboard too', () =>
    open('/?key=violin.html&view=map', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('.node.ring1');
      expect(await page.locator('.node').count()).toBeGreaterThan(15);
      expect(await page.locator('.node[tabindex="0"]').count()).toBe(1);
      await page.locator('.node.ring0').focus();
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      await page.locator('.node.ring1').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('.why');
      const { why } = await watched.state();
      expect(why).toBeTruthy();
      await page.keyboard.press('Escape');
      await page.waitForFunction((key) => (document.activeElement as HTMLElement).dataset.key === key, why);
    }));

  it('shows measures side by side', () =>
    open('/?key=violin.html&view=compare', async ({ page }) => {
      await page.waitForSelector('.column li');
      const { indexes } = await server.json<Indexes>('/v1/indexes?corpus=instruments');
      expect(await page.locator('.column h2').allTextContents()).toEqual(indexes.map((index) => index.name));
      const text = await related('violin.html', '&index=text&k=10');
      const shown = await page
        .locator('.column', { has: page.locator('h2', { hasText: /^text$/ }) })
        .locator('li a')
        .allTextContents();
      expect(shown).toEqual(text.hits.map((hit) => hit.title));
    }));

  it('shows the tree of a fingerprint, and steps', () =>
    open('/?key=violin.html&view=tree', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('.tree .stepper');
      const walk = await server.json<Walk>(
        '/v1/walk?corpus=instruments&key=violin.html&index=psimrank&fingerprint=1&k=40',
      );
      await page.getByRole('button', { name: 'Next fingerprint' }).click();
      await page.waitForFunction(() =>
        document.querySelector('.stepper .muted')?.textContent?.startsWith('fingerprint 2 of'),
      );
      expect((await watched.state()).fingerprint).toBe('1');
      expect(await page.locator('.dendrogram li .name').allTextContents()).toEqual(
        walk.members.length > 1 ? walk.members.map((member) => member.title) : [],
      );
      expect(await page.locator('.path-of li').count()).toBe(walk.path.length);
    }));

  it('are on keys', () =>
    open('/?key=violin.html', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('.views a:nth-child(4)');
      for (const [key, view] of [
        ['2', 'map'],
        ['3', 'compare'],
        ['4', 'tree'],
      ]) {
        await page.keyboard.press(key!);
        expect((await watched.state()).view).toBe(view);
      }
      await page.keyboard.press('1');
      expect(await watched.state()).toEqual({ key: 'violin.html' });
      await page.keyboard.press('?');
      await page.waitForSelector('dialog[open]');
      await watched.expectAccessible();
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog', { state: 'detached' });
    }));

  it('are light or dark as the switch says, and stay so', () =>
    open('/', async ({ page }) => {
      await page.waitForSelector('.beginnings li');
      await page.click('[aria-label="Dark colours"]');
      await page.reload();
      await page.waitForSelector('[aria-label="Light colours"]');
      expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
      await page.keyboard.press('t');
      expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    }));
});

describe('filters', () => {
  it('are made from menus, and say how many pass', () =>
    open('/?key=violin.html', async (watched) => {
      const { page } = watched;
      await page.waitForSelector('.menus select');
      expect(await page.textContent('.subject .attributes')).toContain('family Strings');
      await page.getByLabel('Only where family is').selectOption({ label: 'Winds (5)' });
      await page.waitForSelector('text=5 pass');
      expect((await watched.state()).where).toBe('family=Winds');
      await page.waitForFunction(() =>
        [...document.querySelectorAll('tr.hit .attributes')].every((one) =>
          one.textContent?.includes('Winds'),
        ),
      );
      const { hits } = await related('violin.html', '&where=family%3DWinds');
      expect(await page.locator('.hit-title').allTextContents()).toEqual(hits.map((hit) => hit.title));
      await page.getByLabel('Only where manner is').selectOption({ index: 1 });
      await page.getByLabel('year', { exact: true }).fill('1500');
      await page.getByLabel('year', { exact: true }).press('Enter');
      await page.waitForFunction(() => location.search.includes('year'));
      expect((await watched.state()).where).toMatch(/^family=Winds and manner=.+ and year>=1500$/);
      expect(await page.locator('.failure').count()).toBe(0);
      await page.click('text=Clear');
      await page.waitForFunction(() => !location.search.includes('where'));
    }));

  it('are written by hand, with mistakes shown', () =>
    open(
      '/?corpus=instruments&key=violin.html&where=famly%3DWinds',
      async (watched) => {
        const { page } = watched;
        await page.waitForSelector('.failure');
        await watched.expectAccessible();
        await page.locator('.failure .chip', { hasText: 'family' }).click();
        await page.waitForSelector('text=5 pass');
        await page.fill('#where', "title^=C or family='Brass'");
        await page.keyboard.press('Enter');
        await page.waitForSelector('tr.hit');
        expect(await page.locator('.hit-title').allTextContents()).toContain('Clarinet');
      },
      { failures: [400] },
    ));
});

describe('names of strangers', () => {
  it('are text, whatever they contain', () =>
    open('/?corpus=web&key=hub&k=20', async ({ page }) => {
      await page.waitForSelector('tr.hit');
      await page.goto(`${server.url}/?corpus=web&key=${encodeURIComponent(GOOD)}&k=20`);
      await page.waitForSelector('tr.hit');
      const shown = await page.locator('.hit-title').allTextContents();
      expect(shown).toContain(HOSTILE.markup);
      expect(shown).toContain('moc.knab⟨U+202E⟩⟨U+2066⟩//:sptth');
      expect(shown.every((name) => name.length < 200)).toBe(true);
      expect(await page.locator('main img, main script, main svg[onload]').count()).toBe(0);
      await page.locator('tr.hit', { hasText: '<script>' }).locator('.go').click();
      await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('<script>'));
      await page.fill('[role=combobox]', 'script');
      await page.waitForSelector('[role=option]');
    }));

  it('are text in titles too', () =>
    open('/?key=timpani.html&view=map', async ({ page }) => {
      await page.waitForSelector('.node.ring1');
      for (const view of ['list', 'map', 'compare', 'tree']) {
        await page.goto(`${server.url}/?key=triangle.html&view=${view}`);
        await page.waitForSelector('h1 >> text=<b>bold</b>');
        expect(await page.locator('main img, main b').count()).toBe(0);
      }
    }));

  it('are opened only if they are addresses, and then without a trace', () =>
    open(`/?corpus=web&key=hub&k=20`, async ({ page }) => {
      await page.goto(`${server.url}/?corpus=web&key=${encodeURIComponent(HOSTILE.quote)}&k=20`);
      await page.waitForSelector('tr.hit');
      const links = page.locator('.actions .open');
      const addresses = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
      expect(addresses.sort()).toEqual([GOOD, HOSTILE.long].sort());
      for (const link of await links.all()) {
        expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
        expect(await link.getAttribute('target')).toBe('_blank');
      }
    }));
});
