// What went wrong, and what to do about it.
import type { ApiError } from './api';
import { Name } from './name';

function headingOf(error: ApiError): string {
  switch (error.status) {
    case 0:
      return 'No connection';
    case 400:
      return 'The question cannot be answered';
    case 401:
      return 'A token is needed';
    case 429:
      return 'Too many questions for now';
    case 503:
      return error.failure.code === 'opening' ? 'One moment' : 'The server is busy';
    default:
      break;
  }
  return error.failure.code === 'unknown_key' ? 'Nothing has this name' : 'That did not work';
}

// `alone` if the page has no other heading.
export function FailureBox({
  error,
  retrying,
  retry,
  choose,
  alone,
}: {
  error: ApiError;
  alone?: boolean;
  retrying?: boolean;
  retry?: () => void;
  choose?: (suggestion: string) => void;
}) {
  const { suggestions } = error.failure;
  // They come as buttons.
  const message =
    suggestions.length > 0 ? error.failure.message.replace(/; did you mean .*$/s, '') : error.failure.message;
  const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500;
  return (
    <div class={isTemporary ? 'failure temporary' : 'failure'} role="alert">
      {alone ? <h1>{headingOf(error)}</h1> : <h2>{headingOf(error)}</h2>}
      <p>
        <Name text={message} most={600} />
      </p>
      {choose && suggestions.length > 0 && (
        <p class="suggestions">
          <span>Did you mean</span>
          {suggestions.map((one) => (
            <button type="button" class="chip" onClick={() => choose(one)}>
              <Name text={one} most={90} />
            </button>
          ))}
        </p>
      )}
      {retrying && <p class="muted">Asking again in {Math.max(1, error.retryAfter ?? 1)} s …</p>}
      {!retrying && isTemporary && retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
