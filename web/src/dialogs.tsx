// What the keys do, and the question for a token.
import { useEffect, useRef, useState } from 'preact/hooks';
import { readToken } from './api';

const KEYS: [string[], string][] = [
  [['/'], 'search'],
  [['↓', '↑'], 'next hit, hit before; in the map: the node in that direction'],
  [['Enter'], 'why is it related?'],
  [['r'], 'what is related to the hit that has the focus'],
  [['o'], 'open its page, if its name is an address'],
  [['1', '2', '3', '4'], 'list, map, measures, tree'],
  [['t'], 'light or dark'],
  [['Esc'], 'close'],
  [['?'], 'this list'],
];

export function Help({ close }: { close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-title"
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <header>
        <h2 id="help-title">Keys</h2>
        <button type="button" class="close" aria-label="Close" onClick={() => dialog.current?.close()}>
          ×
        </button>
      </header>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div>
            <dt>
              {keys.map((key) => (
                <kbd>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="muted">
        A score lies within its whiskers in 95% of cases. The address of this page holds all that it shows:
        share it.
      </p>
      <p class="muted">
        <a href="/openapi.yaml">The interface for programs</a> · <a href="/licences.txt">Licences</a>
      </p>
    </dialog>
  );
}

export function TokenForm({ enter }: { enter: (token: string) => void }) {
  const [token, setToken] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wrong = readToken() !== '';
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault();
        enter(token.trim());
        setToken('');
      }}
    >
      <h1>A token, please</h1>
      <p class="muted">
        This server answers only those who have one. It stays in this tab, and goes when you close it.
      </p>
      {wrong && (
        <p class="wrong" role="alert">
          The server does not know this token.
        </p>
      )}
      <label for="token">Token</label>
      <div class="row">
        <input
          id="token"
          ref={input}
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="primary">
          Enter
        </button>
      </div>
    </form>
  );
}
