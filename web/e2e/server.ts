// Corpora and servers for tests of the page in a browser.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const PROGRAM = resolve(process.env.AKIN_PROGRAM ?? '../build/release/akin');

export function run(...words: string[]): string {
  return execFileSync(PROGRAM, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

const GROUPS: Record<string, string[]> = {
  Strings: ['Violin', 'Viola', 'Cello', 'Harp', 'Guitar', 'Lute'],
  Winds: ['Flute', 'Oboe', 'Clarinet', 'Bassoon', 'Saxophone'],
  Brass: ['Trumpet', 'Horn', 'Trombone', 'Tuba'],
  Percussion: ['Timpani', 'Marimba', 'Snare drum', 'Triangle', 'Xylophone'],
};

const WORDS: Record<string, string> = {
  Strings: 'strings bow wood resonance fingerboard bridge tuning pegs vibration orchestra',
  Winds: 'reed breath embouchure keys mouthpiece column of air overtones orchestra',
  Brass: 'brass valves slide mouthpiece lips buzzing bell overtones fanfare orchestra',
  Percussion: 'struck mallets membrane rhythm tuned bars sticks orchestra beat',
};

const HOSTILE_TITLE = '&lt;img src=x onerror="document.title=\'owned\'"&gt; &lt;b&gt;bold&lt;/b&gt;';

function fileOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '-')}.html`;
}

// A site of instruments: each links to its group, to its neighbours, and to the first page. One title is hostile.
function makeSite(folder: string): string {
  const site = join(folder, 'instruments');
  mkdirSync(site);
  const write = (name: string, title: string, links: string[], words: string) => {
    const anchors = links.map((link) => `<a href="${fileOf(link)}">${link}</a>`).join(' and ');
    writeFileSync(
      join(site, fileOf(name)),
      `<!doctype html><html lang="en"><title>${title}</title><p>The ${name} is known for ${words}. See ${anchors}.</p></html>`,
    );
  };
  write('index', 'Instruments', Object.keys(GROUPS), 'being the index of all instruments');
  for (const [group, members] of Object.entries(GROUPS)) {
    write(group, group, ['index', ...members], WORDS[group]!);
    members.forEach((member, i) => {
      const title = member === 'Triangle' ? HOSTILE_TITLE : member;
      const links = [group, members[(i + 1) % members.length]!, members[(i + 2) % members.length]!];
      write(member, title, links, `${WORDS[group]!} and its ${member.toLowerCase()} sound`);
    });
  }
  const corpus = join(folder, 'instruments.akin');
  run('ingest', site, '-o', corpus);
  run('build', corpus);
  run('label', corpus, makeLabels(folder));
  return corpus;
}

function makeLabels(folder: string): string {
  const lines = Object.entries(GROUPS).flatMap(([group, members]) =>
    members.map((member, i) =>
      [fileOf(member), group, 1500 + 40 * i, i % 2 === 0 ? 'old|<b>loud</b>' : "it's quiet"].join('\t'),
    ),
  );
  const file = join(folder, 'labels.tsv');
  writeFileSync(file, `page\tfamily\tyear\tmanner\n${lines.join('\n')}\n`);
  return file;
}

export const HOSTILE = {
  markup: '<script>document.title="owned"</script>',
  bidi: 'moc.knab\u202e\u2066//:sptth',
  long: `https://long.example/${'x'.repeat(3000)}`,
  script: 'javascript:document.title="owned"',
  quote: '"><svg onload=alert(1)>',
};
export const GOOD = 'https://good.example/page?a=1&b=2';

// Links between pages that are named by their address, and by whatever a stranger would call them.
function makeWeb(folder: string): string {
  const file = join(folder, 'web.tsv');
  const names = [GOOD, ...Object.values(HOSTILE)];
  const lines = names.flatMap((name, i) => [
    `hub\t${name}`,
    `other hub\t${name}`,
    `${name}\t${names[(i + 1) % names.length]}`,
  ]);
  writeFileSync(file, `${lines.join('\n')}\n`);
  const corpus = join(folder, 'web.akin');
  run('ingest', file, '-o', corpus);
  run('build', corpus);
  return corpus;
}

export class Corpora {
  readonly folder = mkdtempSync(join(tmpdir(), 'akin-page-'));
  readonly instruments = makeSite(this.folder);
  readonly web = makeWeb(this.folder);

  file(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export class Server {
  private constructor(
    private readonly process: ChildProcess,
    readonly url: string,
  ) {}

  static start(...words: string[]): Promise<Server> {
    const child = spawn(PROGRAM, ['serve', '--port', '0', ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    return new Promise((done, failed) => {
      let told = '';
      child.stderr!.on('data', (bytes) => {
        told += bytes;
      });
      child.stdout!.on('data', (bytes) => {
        const url = /^serving at (\S+)$/m.exec(String(bytes))?.[1];
        if (url) done(new Server(child, url));
      });
      child.on('exit', (code) => failed(new Error(`akin serve ended with ${code}: ${told}`)));
    });
  }
  async json<T>(target: string): Promise<T> {
    return (await (await fetch(this.url + target)).json()) as T;
  }
  stop(): Promise<void> {
    return new Promise((done) => {
      this.process.removeAllListeners('exit');
      this.process.on('exit', () => done());
      this.process.kill('SIGTERM');
    });
  }
}
