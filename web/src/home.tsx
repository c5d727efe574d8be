// Before anything was asked: what there is, and where to begin.
import { get } from './api';
import { formatCount } from './format';
import { Name, RelatedLink } from './name';
import { addressOf, followWith, usePage } from './page';
import { USUAL } from './state';
import type { Corpus, Keys } from './types';
import { useAnswer } from './use_answer';

const BEGINNINGS = 12;

function CorpusCard({ corpus, current }: { corpus: Corpus; current: boolean }) {
  const { state, go } = usePage();
  const next = { ...USUAL, corpus: corpus.name, view: state.view };
  return (
    <li>
      <a
        class="card"
        href={addressOf(next)}
        onClick={followWith(go, next)}
        aria-current={current ? 'true' : undefined}
      >
        <strong>
          <Name text={corpus.name} most={60} />
        </strong>
        <span>
          {formatCount(corpus.vertices)} {corpus.pages ? 'pages' : 'vertices'}, {formatCount(corpus.arcs)}{' '}
          links
        </span>
        <span class="muted">
          <Name text={corpus.index} most={90} />
        </span>
      </a>
    </li>
  );
}

export function Home({ corpora }: { corpora: Corpus[] }) {
  const { corpus } = usePage();
  const names = useAnswer(
    corpus
      ? (signal) => get<Keys>('/v1/keys', { corpus: corpus.name, prefix: '', k: BEGINNINGS }, signal)
      : null,
    [corpus?.name, corpus?.generation],
  );
  const keys = names.value?.keys ?? [];
  return (
    <div class="home">
      <h1 class="sr">akin: what is related to what</h1>
      <ul class="cards" aria-label="Corpora">
        {corpora.map((one) => (
          <CorpusCard key={one.name} corpus={one} current={one.name === corpus?.name} />
        ))}
      </ul>
      {keys.length > 0 && (
        <section aria-labelledby="begin">
          <h2 id="begin">Begin with what many link to</h2>
          <ul class="beginnings">
            {keys.map((key) => (
              <li key={key.key}>
                <RelatedLink vertex={key} class="chip" />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
