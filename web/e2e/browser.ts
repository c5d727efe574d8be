// A browser whose pages tell on what must never happen: errors, foreign requests, things that the policy forbids.
import { AxeBuilder } from '@axe-core/playwright';
import { chromium, type Browser, type Page } from 'playwright-core';
import { expect } from 'vitest';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 900 };

export interface Options {
  phone?: boolean;
  dark?: boolean;
  failures?: (number | string)[]; // expected statuses, and words of other errors
}

export class Watched {
  readonly wrongs: string[] = [];

  constructor(
    readonly page: Page,
    readonly origin: string,
    private readonly failures: (number | string)[],
  ) {
    page.on('pageerror', (error) => this.wrongs.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => {
      this.wrongs.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) this.wrongs.push(`foreign request: ${request.url()}`);
    });
    page.on('console', (message) => {
      const expected = this.failures.some((one) =>
        message.text().includes(typeof one === 'number' ? `status of ${one}` : one),
      );
      if (!expected && ['error', 'warning'].includes(message.type())) {
        this.wrongs.push(`console: ${message.text()} (${message.location().url})`);
      }
    });
  }

  async check(): Promise<void> {
    expect(this.wrongs).toEqual([]);
    expect(await this.page.title()).not.toBe('owned');
  }
  async expectAccessible(): Promise<void> {
    const { violations } = await new AxeBuilder({ page: this.page }).analyze();
    expect(
      violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`,
      ),
    ).toEqual([]);
  }
  async expectNoSideways(): Promise<void> {
    const over = await this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);
  }
  // What the address says now; page.url() may be late.
  async state(): Promise<Record<string, string>> {
    return Object.fromEntries(new URLSearchParams(await this.page.evaluate(() => location.search)));
  }
  async focused(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.textContent ?? '');
  }
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
}

// Shows a page of the server, does what is to be done, and then looks whether anything was wrong.
export async function visit(
  browser: Browser,
  url: string,
  path: string,
  act: (watched: Watched) => Promise<void>,
  options: Options = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: options.phone ? PHONE : DESK,
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    hasTouch: options.phone ?? false,
  });
  try {
    const watched = new Watched(await context.newPage(), url, options.failures ?? []);
    watched.page.setDefaultTimeout(15_000);
    await watched.page.goto(url + path);
    await act(watched);
    await watched.check();
  } finally {
    await context.close();
  }
}
