// Questions to the server, with a token if there is one.
import { keptInTab } from './kept';
import type { Failure } from './types';

const TOKEN = 'akin-token';

export function readToken(): string {
  return keptInTab.get(TOKEN);
}

export function keepToken(token: string): void {
  keptInTab.set(TOKEN, token);
}

// Who is told when the server wants a token, or another one.
let refused: () => void = () => {};

export function onRefused(listener: () => void): void {
  refused = listener;
}

export class ApiError extends Error {
  constructor(
    readonly status: number, // 0: there was no answer
    readonly failure: Failure,
    readonly retryAfter: number | null, // seconds
  ) {
    super(failure.message);
  }
}

export type Parameters = Record<string, string | number | undefined>;

export function targetOf(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
}

function failureOf(body: unknown, status: number): Failure {
  const error = (body as { error?: Partial<Failure> } | null)?.error;
  return {
    code: error?.code ?? 'unreadable',
    message: error?.message ?? `the server answered with status ${status}, and not with JSON`,
    parameter: error?.parameter ?? '',
    suggestions: Array.isArray(error?.suggestions) ? error.suggestions : [],
  };
}

async function send<T>(target: string, init: RequestInit): Promise<T> {
  const token = readToken();
  const headers = { ...init.headers, ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) };
  let response: Response;
  try {
    response = await fetch(target, { ...init, headers, credentials: 'omit' });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    const message = 'the server cannot be reached';
    throw new ApiError(0, { code: 'unreachable', message, parameter: '', suggestions: [] }, null);
  }
  const body: unknown = await response.json().catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    return null;
  });
  if (response.ok && body !== null) return body as T;
  if (response.status === 401) refused();
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
  throw new ApiError(
    response.status,
    failureOf(body, response.status),
    Number.isFinite(after) ? after : null,
  );
}

export function get<T>(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<T> {
  return send<T>(targetOf(path, parameters), { signal: signal ?? null });
}

export function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return send<T>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
    signal: signal ?? null,
  });
}

// The path of what is known about a vertex. Slashes may stay, but not dots that a browser would resolve.
export function vertexPath(key: string): string {
  return `/v1/vertex/${encodeURIComponent(key)}`;
}
