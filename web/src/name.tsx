// Names of vertices, which strangers chose.
import type { ComponentChildren } from 'preact';
import { pageAddress, shownName, shownTitle } from './format';
import { addressOf, followWith, usePage } from './page';
import { about } from './state';
import type { AttributeValue, Vertex } from './types';

export function Name({ text, most }: { text: string; most?: number }) {
  const shown = shownName(text, most);
  return (
    <bdi class="name" title={shown === text ? undefined : shownName(text, 2000)}>
      {shown}
    </bdi>
  );
}

export function Title({ vertex, most }: { vertex: Vertex; most?: number }) {
  return <bdi class="name">{shownTitle(vertex, most)}</bdi>;
}

// What else is known about it.
export function AttributeList({ attributes }: { attributes: Record<string, AttributeValue> | undefined }) {
  const entries = Object.entries(attributes ?? {});
  if (entries.length === 0) return null;
  return (
    <span class="attributes">
      {entries.map(([name, value]) => (
        <span>
          <Name text={name} most={30} />{' '}
          <span class="value">
            <Name text={[value].flat().join(', ')} most={60} />
          </span>
        </span>
      ))}
    </span>
  );
}

// Goes to what is related to it.
export function RelatedLink({
  vertex,
  children,
  class: name,
  label,
}: {
  vertex: Vertex;
  children?: ComponentChildren;
  class?: string;
  label?: string;
}) {
  const { state, go } = usePage();
  const next = about(state, vertex.key);
  return (
    <a
      class={name}
      href={addressOf(next)}
      onClick={followWith(go, next)}
      aria-label={label}
      title={label ?? shownName(vertex.key)}
    >
      {children ?? <Title vertex={vertex} most={90} />}
    </a>
  );
}

// Opens the page itself, elsewhere, if its name is an address.
export function OpenLink({
  vertex,
  children,
  class: name = 'open',
}: {
  vertex: Vertex;
  children?: ComponentChildren;
  class?: string;
}) {
  const address = pageAddress(vertex.key);
  if (address === null) return null;
  return (
    <a
      class={name}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open ${shownTitle(vertex, 60)} in a new tab`}
      title="Open the page in a new tab"
    >
      {children ?? <span aria-hidden="true">↗</span>}
    </a>
  );
}
