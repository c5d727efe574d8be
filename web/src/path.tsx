// The vertices that a walk passes, one after another.
import { RelatedLink } from './name';
import type { Vertex } from './types';

export function Path({ path, name }: { path: Vertex[]; name: string }) {
  return (
    <ol class="path" aria-label={name}>
      {path.map((vertex, i) => (
        <li>
          {i > 0 && (
            <span class="step" aria-hidden="true">
              ←
            </span>
          )}
          <RelatedLink vertex={vertex} />
        </li>
      ))}
    </ol>
  );
}
