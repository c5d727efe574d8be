import { readFileSync, readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

// Whoever gets the bundle gets the licences of what is in it.
function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const folders = new Set<string>();
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
          if (folder) folders.add(folder);
        }
      }
      const texts = [...folders].sort().map((folder) => {
        const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
        const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
        if (!file) throw new Error(`${name} has no licence`);
        return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
      });
      const source = `The page of akin contains:\n\n${texts.join(`\n${'-'.repeat(70)}\n\n`)}`;
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

const proxy = { '/v1': process.env.AKIN_SERVER ?? 'http://127.0.0.1:7411' };

export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the page may load nothing but files
    rollupOptions: {
      output: {
        entryFileNames: 'assets/page-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  plugins: [licences()],
  // `npx vite` beside `akin serve` shows changes at once.
  server: { proxy },
  preview: { proxy },
});
