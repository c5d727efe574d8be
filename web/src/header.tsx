// The top of the page: where to go home, the search box, and who is asked.
import type { RefObject } from 'preact';
import { aboutMeasure, shownName } from './format';
import { addressOf, followWith, usePage } from './page';
import { Search } from './search';
import { USUAL } from './state';
import type { Theme } from './theme';
import type { Corpus, Index } from './types';

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 22" aria-hidden="true">
      <circle class="one" cx="11" cy="11" r="9" />
      <circle class="two" cx="21" cy="11" r="9" />
    </svg>
  );
}

function IndexChoice({ indexes }: { indexes: Index[] }) {
  const { state, corpus, go } = usePage();
  const known = state.index === '' || indexes.some((index) => index.name === state.index);
  const describe = ({ name, measure }: Index) => {
    const said = aboutMeasure(measure);
    return said === '' ? name : `${name}: ${said}`;
  };
  return (
    <label class="choice">
      <span>by</span>
      <select
        value={state.index}
        title={corpus?.reason === '' ? undefined : corpus?.reason}
        onChange={(event) => go({ ...state, index: event.currentTarget.value })}
      >
        <option value="">{corpus ? `recipe: ${shownName(corpus.index, 60)}` : 'recipe'}</option>
        {indexes.map((index) => (
          <option value={index.name}>{shownName(describe(index), 90)}</option>
        ))}
        {!known && <option value={state.index}>{shownName(state.index, 60)}</option>}
      </select>
    </label>
  );
}

function CorpusChoice({ corpora }: { corpora: Corpus[] }) {
  const { corpus, go } = usePage();
  if (corpora.length < 2) return null;
  return (
    <label class="choice">
      <span>in</span>
      <select value={corpus?.name} onChange={(event) => go({ ...USUAL, corpus: event.currentTarget.value })}>
        {corpora.map((one) => (
          <option value={one.name}>{shownName(one.name, 60)}</option>
        ))}
      </select>
    </label>
  );
}

export function Header({
  corpora,
  indexes,
  input,
  theme,
  switchTheme,
  help,
}: {
  corpora: Corpus[];
  indexes: Index[];
  input: RefObject<HTMLInputElement>;
  theme: Theme;
  switchTheme: () => void;
  help: () => void;
}) {
  const { state, go } = usePage();
  const home = { ...USUAL, corpus: state.corpus };
  return (
    <header class="top">
      <a class="home-link" href={addressOf(home)} onClick={followWith(go, home)}>
        <Logo />
        <span>akin</span>
      </a>
      <div class="ask">
        <Search input={input} />
        <div class="choices">
          <CorpusChoice corpora={corpora} />
          {indexes.length > 0 && <IndexChoice indexes={indexes} />}
        </div>
      </div>
      <div class="tools">
        <button
          type="button"
          class="tool"
          aria-label={theme === 'dark' ? 'Light colours' : 'Dark colours'}
          title="Light or dark (t)"
          onClick={switchTheme}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="10" cy="10" r="7" />
            <path d="M10 3a7 7 0 0 1 0 14z" class="half" />
          </svg>
        </button>
        <button type="button" class="tool" aria-label="Keys and help" title="Keys (?)" onClick={help}>
          ?
        </button>
      </div>
    </header>
  );
}
