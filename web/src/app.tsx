// The page: what its address says, who may ask, which keys do what.
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, keepToken, onRefused } from './api';
import { Help, TokenForm } from './dialogs';
import { FailureBox } from './failure';
import { pageAddress } from './format';
import { Header } from './header';
import { Home } from './home';
import { addressOf, closeWhy, PageContext, type Page } from './page';
import { focusHit } from './results';
import { about, parseState, type State, type View } from './state';
import { Subject } from './subject';
import { currentTheme, switchTheme } from './theme';
import type { Attributes, Corpora, Indexes } from './types';
import { useAnswer } from './use_answer';

function useAddress(): [State, Page['go']] {
  const [state, setState] = useState(() => parseState(location.search));
  useEffect(() => {
    const read = () => setState(parseState(location.search));
    window.addEventListener('popstate', read);
    return () => window.removeEventListener('popstate', read);
  }, []);
  const go = (next: State, replace = false) => {
    const address = addressOf(next);
    if (replace) history.replaceState(null, '', address);
    else if (address !== addressOf(state)) history.pushState(null, '', address);
    if (next.key !== state.key) window.scrollTo(0, 0);
    setState(next);
  };
  return [state, go];
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, dialog *');
}

// The hit that has the focus.
function focusedHit(): string | null {
  return document.activeElement?.closest<HTMLElement>('tr.hit')?.dataset.key ?? null;
}

function useKeys(act: (key: string) => boolean): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      if (latest.current(event.key)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

export function App() {
  const [state, go] = useAddress();
  const [theme, setTheme] = useState(currentTheme);
  const [said, say] = useState('');
  const [helping, setHelping] = useState(false);
  const [refused, setRefused] = useState(false);
  const [session, setSession] = useState(0); // grows with each token
  const [views, seeing] = useState<View[]>([]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => onRefused(() => setRefused(true)), []);

  const corpora = useAnswer((signal) => get<Corpora>('/v1/corpora', {}, signal), [session]);
  const all = corpora.value?.corpora ?? [];
  const named = all.find((one) => one.name === state.corpus);
  const corpus = named ?? (state.corpus === '' ? all[0] : undefined) ?? null;
  const indexes = useAnswer(
    corpus && ((signal) => get<Indexes>('/v1/indexes', { corpus: corpus.name }, signal)),
    [session, corpus?.name, corpus?.generation],
  );
  const attributes = useAnswer(
    corpus && ((signal) => get<Attributes>('/v1/attributes', { corpus: corpus.name }, signal)),
    [session, corpus?.name, corpus?.generation],
  );
  useEffect(() => {
    if (state.key === '') document.title = 'akin';
  }, [state.key]);

  const changeTheme = () => setTheme(switchTheme());
  useKeys((key) => {
    const hit = focusedHit();
    const view = views[Number(key) - 1];
    if (key === '/') input.current?.focus();
    else if (key === '?') setHelping(true);
    else if (key === 't') changeTheme();
    else if (key === 'Escape' && state.why !== '') closeWhy({ state, go });
    else if ((key === 'ArrowDown' || key === 'j') && state.view === 'list') focusHit(1);
    else if ((key === 'ArrowUp' || key === 'k') && state.view === 'list') focusHit(-1);
    else if (key === 'r' && hit !== null) go(about(state, hit));
    else if (key === 'o' && hit !== null && pageAddress(hit) !== null)
      window.open(pageAddress(hit)!, '_blank', 'noopener,noreferrer');
    else if (view !== undefined && state.key !== '') go({ ...state, view });
    else return false;
    return true;
  });

  const isHome = state.key === '';
  const page: Page = { state, corpus, go, say, refresh: corpora.retry };
  return (
    <PageContext.Provider value={page}>
      <div class={isHome ? 'page is-home' : 'page'}>
        <Header
          corpora={all}
          indexes={indexes.value?.indexes ?? []}
          input={input}
          theme={theme}
          switchTheme={changeTheme}
          help={() => setHelping(true)}
        />
        {refused ? (
          <main>
            <TokenForm
              key={session}
              enter={(token) => {
                keepToken(token);
                setRefused(false);
                setSession(session + 1);
              }}
            />
          </main>
        ) : corpora.error ? (
          <main>
            <FailureBox alone error={corpora.error} retrying={corpora.loading} retry={corpora.retry} />
          </main>
        ) : !corpus ? (
          <main>
            {corpora.value ? (
              <NoCorpus
                name={state.corpus}
                choose={(name) => go({ ...state, corpus: name })}
                names={all.map((one) => one.name)}
              />
            ) : (
              <p class="loading">Looking …</p>
            )}
          </main>
        ) : isHome ? (
          <main>
            <Home corpora={all} />
          </main>
        ) : (
          <Subject indexes={indexes.value} attributes={attributes.value?.attributes ?? []} seeing={seeing} />
        )}
      </div>
      <div class="sr" role="status" aria-live="polite">
        {said}
      </div>
      {helping && <Help close={() => setHelping(false)} />}
    </PageContext.Provider>
  );
}

function NoCorpus({
  name,
  names,
  choose,
}: {
  name: string;
  names: string[];
  choose: (name: string) => void;
}) {
  return (
    <div class="failure" role="alert">
      <h1>There is no such corpus</h1>
      <p>
        Nothing called <bdi class="name">{name}</bdi> is served here.
      </p>
      <p class="suggestions">
        <span>There is</span>
        {names.map((one) => (
          <button type="button" class="chip" onClick={() => choose(one)}>
            <bdi>{one}</bdi>
          </button>
        ))}
      </p>
    </div>
  );
}
