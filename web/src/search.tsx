// The search box: an ARIA combobox with a list of names that may be meant.
import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { get } from './api';
import { formatCount, markTyped, plural, shownName } from './format';
import { usePage } from './page';
import { about } from './state';
import type { Key, Keys } from './types';

const PAUSE = 90; // milliseconds without a key before it asks
const MOST = 8;

function Marked({ text, typed }: { text: string; typed: string }) {
  return (
    <bdi class="name">
      {markTyped(shownName(text, 120), typed).map((piece, i) => (i % 2 ? <b>{piece}</b> : piece))}
    </bdi>
  );
}

function Option({
  option,
  id,
  typed,
  active,
  choose,
}: {
  option: Key;
  id: string;
  typed: string;
  active: boolean;
  choose: () => void;
}) {
  const hasTitle = option.title.trim() !== '';
  return (
    // The list takes no focus, so that the box keeps it.
    <li
      id={id}
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
    >
      <span class="option-title">
        <Marked text={hasTitle ? option.title : option.key} typed={typed} />
      </span>
      {hasTitle && (
        <span class="option-key">
          <Marked text={option.key} typed={typed} />
        </span>
      )}
      <span class="option-links">{formatCount(option.in_links)} in-links</span>
    </li>
  );
}

// The names for what was typed; asked when nothing was typed for a moment.
function useNames(typed: string, wanted: boolean, corpus: string, say: (text: string) => void): Key[] {
  const [names, setNames] = useState<Key[]>([]);
  useEffect(() => {
    if (!wanted || corpus === '') return;
    const abort = new AbortController();
    const timer = window.setTimeout(
      () => {
        get<Keys>('/v1/keys', { corpus, prefix: typed, k: MOST }, abort.signal).then(
          ({ keys }) => {
            setNames(keys);
            say(keys.length === 0 ? 'no suggestions' : plural(keys.length, 'suggestion'));
          },
          () => {}, // whoever asks for what was typed is told what is wrong
        );
      },
      typed === '' ? 0 : PAUSE,
    );
    return () => {
      abort.abort();
      window.clearTimeout(timer);
    };
  }, [typed, wanted, corpus]);
  return names;
}

export function Search({ input }: { input: RefObject<HTMLInputElement> }) {
  const page = usePage();
  const list = useId();
  const box = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(page.state.key);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useNames(typed, open, page.corpus?.name ?? '', page.say);
  // With nothing typed the server gives the pages with the most in-links: where to begin.
  const names = open ? found : [];
  useEffect(() => setTyped(page.state.key), [page.state.key]);
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (key: string) => {
    if (key.trim() === '') return;
    close();
    setTyped(key);
    page.go(about(page.state, key));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const count = names.length;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setOpen(true);
      else if (count > 0)
        setActive(
          event.key === 'ArrowDown'
            ? ((active + 2) % (count + 1)) - 1
            : ((active + count + 1) % (count + 1)) - 1,
        );
    } else if (event.key === 'Escape') {
      if (open) close();
      else if (typed !== '') setTyped('');
      else input.current?.blur();
      event.stopPropagation();
    } else if (event.key === 'Tab') {
      close();
    }
  };
  return (
    <form
      class="search"
      role="search"
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        choose(names[active]?.key ?? typed);
      }}
      onFocusOut={(event) => {
        if (!box.current?.contains(event.relatedTarget as Node | null)) close();
      }}
    >
      <svg class="lens" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="m13 13 4.5 4.5" />
      </svg>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Find what is related to"
        aria-autocomplete="list"
        aria-expanded={names.length > 0}
        aria-controls={list}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        placeholder="What is related to …"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        enterkeyhint="search"
        dir="auto"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onFocus={(event) => event.currentTarget.select()}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <kbd class="hint" aria-hidden="true">
        /
      </kbd>
      <ul id={list} role="listbox" aria-label="Names" hidden={names.length === 0}>
        {names.map((option, i) => (
          <Option
            key={option.key}
            option={option}
            id={`${list}-${i}`}
            typed={typed}
            active={i === active}
            choose={() => choose(option.key)}
          />
        ))}
      </ul>
    </form>
  );
}
