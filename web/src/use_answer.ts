// An answer of the server in a component: loading, here, or failed. Asked anew when what it depends on changes; the
// one before stays until then, so that nothing flickers.
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from './api';

export interface Answer<T> {
  value: T | null;
  error: ApiError | null;
  loading: boolean;
  retry: () => void;
}

const MOST_RETRIES = 20;

// Whether it is worth asking again by itself: the server said when to come back.
function waitOf(error: ApiError, tries: number): number | null {
  if ((error.status !== 503 && error.status !== 429) || tries >= MOST_RETRIES) return null;
  return error.retryAfter === null ? null : Math.max(1, error.retryAfter) * 1000;
}

// `ask` is null while there is nothing to ask.
export function useAnswer<T>(
  ask: ((signal: AbortSignal) => Promise<T>) | null,
  depends: readonly unknown[],
): Answer<T> {
  const [state, setState] = useState<{ value: T | null; error: ApiError | null; loading: boolean }>({
    value: null,
    error: null,
    loading: ask !== null,
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (ask === null) {
      setState({ value: null, error: null, loading: false });
      return;
    }
    const abort = new AbortController();
    let timer = 0;
    let tries = 0;
    const attempt = () => {
      ask(abort.signal).then(
        (value) => !abort.signal.aborted && setState({ value, error: null, loading: false }),
        (error: unknown) => {
          if (abort.signal.aborted) return;
          if (!(error instanceof ApiError)) throw error;
          const wait = waitOf(error, tries++);
          setState((before) => ({ value: before.value, error, loading: wait !== null }));
          if (wait !== null) timer = window.setTimeout(attempt, wait);
        },
      );
    };
    setState((before) => ({ value: before.value, error: null, loading: true }));
    attempt();
    return () => {
      abort.abort();
      window.clearTimeout(timer);
    };
  }, [...depends, round, ask === null]);
  return { ...state, retry: () => setRound(round + 1) };
}
